// slurm.h: a class on a cluster: a job array of shards that share one folder of results.
#ifndef CLASS_SLURM_H
#define CLASS_SLURM_H

#include "class/class.h"

enum { SLURM_PASSED = 16 };

struct slurm_options {
    int shards;                       // 0: no cluster
    const char *passed[SLURM_PASSED]; // options for sbatch
    int passed_count;
};

// Submits, waits, and submits once more what tasks that failed left undone: a shard goes
// on where it was. 0 when every submission has its result; 3 otherwise.
int slurm_run(const struct slurm_options *slurm, const struct class_options *options,
              const char *device);

#endif
