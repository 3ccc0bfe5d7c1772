#include "name.h"
void name_mistakes(struct grading *grading) { grading->finding_count = 0; }
