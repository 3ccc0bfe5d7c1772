// cuda_error.h: the names of the errors that measurements meet. A trace is read where no
// CUDA is installed.
#ifndef WITNESS_CUDA_ERROR_H
#define WITNESS_CUDA_ERROR_H

// The buffer is for those that are not known by name.
const char *cuda_error_name(int error, char buffer[32]);

#endif
