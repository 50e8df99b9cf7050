#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The entry points for libFuzzer. `--target=NAME` selects the target; libFuzzer ignores options
// that begin with two dashes.

nonisolated(unsafe) private var target: FuzzTarget?

@_cdecl("LLVMFuzzerInitialize")
package func initializeFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let words = (0 ..< Int(count.pointee)).compactMap { index in
    arguments.pointee[index].map { String(cString: $0) }
  }
  let prefix = "--target="
  let name = words.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
  target = name.flatMap { FuzzTarget(rawValue: String($0)) }
  guard target != nil else {
    print("--target= must be one of \(FuzzTarget.allCases.map(\.rawValue))")
    exit(2)
  }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
package func runFuzzer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(error)")
  }
  return 0
}
