// units.c: the units by name, and work over time in each. GB is 1e9 bytes, GiB is 2^30.
#include <math.h>
#include <string.h>

#include "tare_internal.h"

static const struct {
    const char *name;
    double size; // bytes or flops
} units[TARE_UNITS] = {
    [TARE_GB_PER_S] = {"GB/s", 1e9},         [TARE_GIB_PER_S] = {"GiB/s", 1073741824.0},
    [TARE_MB_PER_S] = {"MB/s", 1e6},         [TARE_TB_PER_S] = {"TB/s", 1e12},
    [TARE_GFLOP_PER_S] = {"GFLOP/s", 1e9},   [TARE_TFLOP_PER_S] = {"TFLOP/s", 1e12},
    [TARE_FLOP_PER_BYTE] = {"flop/byte", 1},
};

static int known(tare_unit unit) {
    return (int)unit >= 0 && unit < TARE_UNITS;
}

const char *tare_unit_name(tare_unit unit) {
    return known(unit) ? units[unit].name : "unknown unit";
}

double tare_unit_size(tare_unit unit) {
    return known(unit) ? units[unit].size : NAN;
}

tare_status tare_unit_from_name(const char *name, tare_unit *unit) {
    if (!name || !unit)
        return tare_fail(TARE_BAD_ARGUMENT, "tare_unit_from_name: name or unit is NULL");
    for (int i = 0; i < TARE_UNITS; i++)
        if (strcmp(name, units[i].name) == 0) {
            *unit = (tare_unit)i;
            return TARE_OK;
        }
    return tare_fail(TARE_BAD_ARGUMENT,
                     "unit %.40s is not one of GB/s, GiB/s, MB/s, TB/s, GFLOP/s, TFLOP/s, "
                     "flop/byte",
                     name);
}

double tare_gb_per_s(uint64_t bytes, double seconds) {
    return (double)bytes / seconds / units[TARE_GB_PER_S].size;
}

double tare_gib_per_s(uint64_t bytes, double seconds) {
    return (double)bytes / seconds / units[TARE_GIB_PER_S].size;
}

double tare_gflop_per_s(uint64_t flops, double seconds) {
    return (double)flops / seconds / units[TARE_GFLOP_PER_S].size;
}

double tare_tflop_per_s(uint64_t flops, double seconds) {
    return (double)flops / seconds / units[TARE_TFLOP_PER_S].size;
}
