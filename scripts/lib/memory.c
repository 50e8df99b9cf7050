// Takes address space away from a program at SIGUSR2: as many bytes as the file of the variable
// MEMORY_FILE holds, a number of eight bytes. Preloaded.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *name;

static void take(int signal) {
  (void)signal;
  int64_t bytes = 0;
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  if (read(file, &bytes, sizeof bytes) == sizeof bytes)
    mmap(NULL, (size_t)bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  close(file);
}

__attribute__((constructor)) static void handle_signal(void) {
  name = getenv("MEMORY_FILE");
  if (name != NULL) signal(SIGUSR2, take);
}
