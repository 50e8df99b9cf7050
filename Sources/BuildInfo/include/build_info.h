#ifndef INTERACTION_BUILD_INFO_H
#define INTERACTION_BUILD_INFO_H

/// Returns the Git commit of the build; an empty string if it was built without one.
const char *interaction_build_commit(void);

#endif
