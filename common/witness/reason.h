// reason.h: why a trace cannot be written or read, in the learner's language.
#ifndef WITNESS_REASON_H
#define WITNESS_REASON_H

int witness_chinese(void);                                    // TARE_WITNESS_LANG says so
const char *witness_reason(const char *english, int chinese); // what has no Chinese stays

#endif
