// On Linux the compiler finds `timespec` in CoreFoundation or in the C library, whichever it
// imports first.
import CoreFoundation
import InteractionCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Returns the CPU time of this thread, which does not advance while other threads have the
/// processor.
@available(InteractionEngine 1.0, *)
func threadCPUTime() -> TimeSpan {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(Int64(time.tv_sec)) + TimeSpan(microseconds: Int64(time.tv_nsec) / 1_000)
}
