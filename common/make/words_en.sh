# What the scripts of this folder say, in English: a format of printf each. words_zh.sh has them all too.
# shellcheck shell=sh disable=SC2034

LANGUAGE=English
DEVICE_NO_CARD='no NVIDIA card in this machine'
DEVICE_NO_NVCC='a card is here, but no nvcc: install the CUDA toolkit'
DEVICE_NVCC_FAILED='a card is here, but nvcc failed on a small program: see build/probe.log'
DEVICE_NO_KERNEL='the card did not run a small kernel: %s'

DEPS_INSTALLING='installing %s'
DEPS_LACKS='Packages are missing: %s'
DEPS_TYPE='Please type:  %s'
DEPS_ADMIN='If you may not do that, ask the administrator of this machine for these packages. Everything else is here already.'
DEPS_DEBIAN_NAMES='These names are those of Debian, because the names on this system are not known here: %s'
DEPS_WSL='This is Linux inside Windows (WSL): type it in this window. A folder such as ~/tare is faster than one below /mnt/c.'
DEPS_FAILED='apt-get could not install %s. The end of its output is above.'
DEPS_GOING_ON='Continuing without them: what needs them is skipped, or says so.'

IMAGE_KINDS='IMAGE=%s: there are two images, IMAGE=staff and IMAGE=student'
IMAGE_ROOT='An image begins with an empty root, and only root can install packages into one. Please type:  %s'
IMAGE_DEBOOTSTRAP='debootstrap is not here, and it installs Debian into the image. Please type:  apt-get install debootstrap'
IMAGE_MOUNTS='This machine does not let root mount a file system, as is usual inside a container. Make the image on a machine of your own.'
IMAGE_DEBIAN='Debian is fetched from %s; this takes some minutes, and is done once.'
IMAGE_FAILED='debootstrap could not install Debian from %s; the end of its output is above. TARE_MIRROR=... names another mirror.'
IMAGE_BASE='The packages of the image are those of %s; to fetch newer ones, delete build/image/base.tar first.'
IMAGE_BUILDS='Everything is built inside the image now.'
IMAGE_PACKED='%s: %s MB, the image %s'
IMAGE_STAFF='This image holds the solutions. Push it only to a registry that nobody but the staff and the grading machines can read.'
IMAGE_STUDENT='This image holds no solutions, so it may be public.'
IMAGE_NEXT='To try it:   %s
To push it:  %s
Then write its name into course.toml, as %s.'

STATE_ok=ok STATE_missing=missing STATE_broken=broken
TO_MEND='to mend it:  %s'
NAME_system=system NAME_tools=tools NAME_compiler=compiler NAME_packages=packages NAME_toolkit=toolkit
NAME_driver=driver NAME_card=card NAME_architecture=architecture NAME_kernel=kernel
NAME_witness=witness NAME_profiler=profiler NAME_sandbox=sandbox NAME_disk=disk
NAME_language=language NAME_others=others NAME_clocks=clocks
SYSTEM_IS='%s, Linux %s, %s, %s cores'
TOOLS_NONE='these commands are not here: %s'
TOOLS_ALL='make and bash are here'
COMPILER_NONE='this compiler is not here: %s'
COMPILER_LAME='%s is here, but it does not compile a small program: %s'
NOT_TRIED='not tried, because the compiler, a tool or a package is missing'
PACKAGES_UNKNOWN='make deps-missing does not answer'
PACKAGES_MISSING='not installed: %s'
PACKAGES_LABS='the labs have all that they need; for make test and make class these come later: %s'
PACKAGES_ALL='the labs, make test and make class have all that they need'
TOOLKIT_NONE='no nvcc: labs run on the host device'
TOOLKIT_MEND="a CUDA toolkit, 11.8 or later: NVIDIA's, or on Debian  apt-get install nvidia-cuda-toolkit"
TOOLKIT_SILENT='nvcc does not answer'
DRIVER_NONE='no driver: this machine has no NVIDIA card'
DRIVER_SILENT='a card is here, but its driver does not answer'
DRIVER_IS='NVIDIA %s'
CARD_NONE='no card: labs run on the host device'
CARD_SILENT='nvidia-smi does not answer: %s'
ARCH_CPU='the host device compiles for this CPU'
ARCH_UNKNOWN='the architecture of the card is unknown: nvcc gets -arch=native'
ARCH_OLD='the card is sm_%s, and nvcc does not compile for it'
ARCH_MEND='install a CUDA toolkit that knows this card'
ARCH_KNOWN='the card is %s, and nvcc compiles for it'
KERNEL_NONE='no kernel ran: %s'
KERNEL_ON_HOST='a kernel ran only on the host device, not on the card: %s'
AS_ASKED='as asked'
WITNESS_NOT_NEEDED='not needed: the host device writes its own trace'
WITNESS_NO_BUILD='CUPTI: the witness does not build: %s'
WITNESS_MEND="apt-get install libcupti-dev (or the toolkit's extras/CUPTI)"
WITNESS_BLIND='CUPTI: the witness sees nothing: %s'
WITNESS_SEES='CUPTI is there, and the witness saw a kernel'
PROFILER_NOT_NEEDED='not needed: there is no card to profile'
PROFILER_ROOT_ONLY='hardware counters are for root only (ERR_NVGPUCTRPERM); labs do not need them'
PROFILER_OPEN='hardware counters may be read'
SANDBOX_NO_BUILD='the sandbox does not build: %s'
SANDBOX_LACKS="needed only to grade other people's programs; it lacks %s"
SANDBOX_LEVEL="level %s (needed only to grade other people's programs)"
DISK_READ_ONLY='this folder cannot be written'
DISK_FREE='%s MiB free here; 300 are enough'
LANGUAGE_IS='UTF-8, %s'
LANGUAGE_ASCII='no UTF-8 locale: pictures are drawn in ASCII (%s)'
OTHERS_ON_CARD='other programs use the card (process, memory): %s'
OTHERS_CARD_MEND='nvidia-smi; wait, or ask the user of the other program'
OTHERS_LOAD='the machine is busy: load %s on %s cores, measurements will be noisy'
OTHERS_LOAD_MEND='top; wait, or close other programs'
OTHERS_NONE='no other program: load %s on %s cores'
CLOCKS_CARD='SM clock now, SM clock at most, memory clock, temperature: %s'
CLOCKS_GOVERNOR='CPU governor: %s'
CLOCKS_UNKNOWN='the CPU does not report its clock'

HELP_TITLE='Tare: CUDA programs that each report a wrong number. Find out why.'
HELP_DEVICE='device'
HELP_SET='set     DEVICE=auto|gpu|host  LAB=04  TARE_LANG=en|zh  V=1 shows commands'
HELP_learner='Learn' HELP_course='Measure' HELP_staff='Teach and grade' HELP_book='Read' HELP_developer='Develop'
HELP_IN=en
HELP_NO_GOAL='make: there is no goal "%s"; make alone lists all goals'
HELP_NO_FILE='make: there is no file "%s", and no rule makes one'
HELP_NEAREST='make: there is no goal "%s"; did you mean: make %s?'
HELP_OWN='Labs of your own stand in a folder of yours and begin at 51:
    mkdir -p ../ours
    make new-lab NAME=fused TARE_LABS=../ours
TARE_LABS=../ours goes with every goal about them: lint-lab, check, see, class, student-dist.
docs/book/12-instructor.en.md tells more: "Labs of your own".'

LAB_CHECKED='make lab LAB=%s CHECKED=1 shows why, if a kernel does what it may not do'
