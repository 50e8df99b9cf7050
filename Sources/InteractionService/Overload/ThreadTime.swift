// On Linux the compiler finds `timespec` in CoreFoundation or in the C library, whichever it meets
// first.
import CoreFoundation
import InteractionCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processor time that this thread has had: a budget of work does not grow shorter when others
/// want the processor.
@available(InteractionEngine 1.0, *)
func threadTime() -> TimeSpan {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(Int64(time.tv_sec)) + TimeSpan(microseconds: Int64(time.tv_nsec) / 1_000)
}
