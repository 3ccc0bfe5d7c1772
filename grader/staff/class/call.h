// call.h: one call of `tare class`: what to grade, where, and which reports to write of it.
#ifndef CLASS_CALL_H
#define CLASS_CALL_H

#include "class/class.h"
#include "class/slurm.h"
#include "report/report.h"

enum { REPORTS_MOST = 16 };
struct wanted {
    const struct report_format *format;
    const char *path;
};

struct call {
    struct class_options options;
    struct slurm_options slurm;
    struct wanted wanted[REPORTS_MOST];
    int wanted_count, report_only;
    const char *canvas, *moodle, *filled, *column, *device;
    char results[1100];
};

extern const char call_usage[];
int call_read(struct call *call, int argc, char **argv); // 0, or 2 after a message

// Every report that was asked for, of all the results that are there. 0, or 3 after a message.
int call_write_reports(const struct call *call);

#endif
