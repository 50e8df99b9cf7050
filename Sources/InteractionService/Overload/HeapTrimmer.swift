import Foundation

/// Returns free heap memory to the system after sessions and connections have closed.
///
/// The C library keeps freed memory for reuse, which is right while the load is steady. After a
/// peak other processes can use it.
@available(InteractionEngine 1.0, *)
package struct HeapTrimmer: Sendable {
  /// The resident memory below which trimming is not worthwhile, in bytes.
  private static let least = 64 << 20
  /// The address space that glibc reserves for an arena, in bytes.
  private static let arena = 64 << 20

  private var base = Self.least
  private var peak = 0
  /// A Boolean value that indicates whether the last trim returned so much that another one may be
  /// worthwhile.
  private var mayHaveMore = false

  init() {}

  /// Returns whether the heap should be trimmed now.
  ///
  /// - Parameter users: The number of sessions and connections.
  mutating func isWorthwhile(memory: Int, users: Int) -> Bool {
    let haveCome = users > self.peak
    self.peak = max(self.peak, users)
    guard memory > Self.least else { return false }
    if self.mayHaveMore && !haveCome { return true }
    let haveGone = self.peak - users > self.peak / 4
    return haveGone || memory > self.base + self.base / 4
  }

  /// Records the result of a trim: the memory after and before it, in bytes.
  mutating func trimmed(to memory: Int, from former: Int, users: Int) {
    self.mayHaveMore = former - memory > former / 8
    self.base = max(memory, Self.least)
    self.peak = users
  }

  /// Trims the heap. Looked up dynamically, since glibc does not export `malloc_trim` to Swift.
  static func trim() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    typealias Trim = @convention(c) (Int) -> CInt
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }

  /// Limits the number of malloc arenas if address space is limited: otherwise a few threads
  /// reserve more than there is. Call before threads exist; `MALLOC_ARENA_MAX` in the environment
  /// takes precedence.
  package static func boundArenas() {
    guard let limit = MemoryBudget.addressSpaceLimit, getenv("MALLOC_ARENA_MAX") == nil,
      let symbol = dlsym(nil, "mallopt")
    else { return }
    typealias SetOption = @convention(c) (_ option: CInt, _ value: CInt) -> CInt
    let arenaMaximum: CInt = -8
    _ = unsafeBitCast(symbol, to: SetOption.self)(arenaMaximum, CInt(Self.arenas(within: limit)))
  }

  /// Returns the number of arenas that reserve at most an eighth of the address space.
  static func arenas(within addressSpace: Int) -> Int {
    min(max(addressSpace / 8 / Self.arena, 1), 1_024)
  }

  /// The free bytes of the heap; 0 if the C library does not report them. Takes milliseconds for a
  /// large heap.
  static var freeBytes: Int {
    guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
    typealias Describe = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    return withUnsafeMutablePointer(to: &text) { text in
      withUnsafeMutablePointer(to: &size) { size in
        guard let stream = open_memstream(text, size) else { return 0 }
        let isDescribed = unsafeBitCast(symbol, to: Describe.self)(0, stream) == 0
        fclose(stream)
        defer { free(text.pointee) }
        return isDescribed ? text.pointee.map { Self.freeBytes(in: String(cString: $0)) } ?? 0 : 0
      }
    }
  }

  /// Returns the free bytes of all arenas in the output of `malloc_info`, XML that ends with the
  /// totals.
  static func freeBytes(in description: String) -> Int {
    let totals = description.components(separatedBy: "</heap>").last ?? ""
    return totals.split(whereSeparator: \.isNewline).reduce(0) { sum, line in
      let words = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard words.count > 5, words[0] == "<total type=", ["fast", "rest"].contains(words[1]) else {
        return sum
      }
      return sum + (Int(words[5]) ?? 0)
    }
  }
}
