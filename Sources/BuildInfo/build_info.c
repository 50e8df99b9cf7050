#include "build_info.h"

#ifndef INTERACTION_COMMIT
#define INTERACTION_COMMIT ""
#endif

const char *interaction_build_commit(void) { return INTERACTION_COMMIT; }
