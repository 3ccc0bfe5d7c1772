# own_program.py: times one run of a kernel from Python, as a training script
# does. Its library is own_program.cu, compiled with -shared.
import ctypes
import sys
import time

n = 1 << 20
library = ctypes.CDLL(sys.argv[1])
library.image_new.restype = ctypes.c_void_p
library.image_new.argtypes = [ctypes.c_size_t]
library.brighten_start.argtypes = [ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]
image, brighter = library.image_new(n), library.image_new(n)

library.brighten_start(n, image, brighter)  # the first run pays for more
library.device_wait()
start = time.perf_counter()
library.brighten_start(n, image, brighter)
seconds = time.perf_counter() - start
print(f"brighten kernel: {seconds * 1e6:.2f} us")
