import Foundation

/// Gives memory back to the system that the heap keeps after many sessions and connections have
/// gone.
///
/// The C library keeps what was freed for later. That is right while they come and go; after a
/// peak, others on the machine can use it.
@available(InteractionEngine 1.0, *)
package struct HeapKeeper: Sendable {
  /// Below this there is nothing worth giving back, bytes.
  private static let least = 64 << 20
  /// Address space that glibc reserves for an arena, which a thread has for itself, bytes.
  private static let arena = 64 << 20

  private var base = Self.least
  private var peak = 0
  /// Whether the last time gave back so much that more may have become free since.
  private var mayHaveMore = false

  init() {}

  /// Takes in what there is; true if the heap should be given back now.
  mutating func isWorthwhile(memory: Int, users: Int) -> Bool {
    let haveCome = users > self.peak
    self.peak = max(self.peak, users)
    guard memory > Self.least else { return false }
    if self.mayHaveMore && !haveCome { return true }
    let haveGone = self.peak - users > self.peak / 4
    return haveGone || memory > self.base + self.base / 4
  }

  /// The heap was given back, and so much memory is left of what there was.
  mutating func gaveBack(memory: Int, of former: Int, users: Int) {
    self.mayHaveMore = former - memory > former / 8
    self.base = max(memory, Self.least)
    self.peak = users
  }

  /// Gives back what the heap does not use, where the C library can do that: glibc can, and does
  /// not say so to Swift.
  static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    typealias Trim = @convention(c) (Int) -> CInt
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }

  /// Has threads share arenas where address space is limited: otherwise a few threads reserve more
  /// than there is. Called before there are threads; `MALLOC_ARENA_MAX` in the environment decides
  /// instead.
  package static func boundArenas() {
    guard let limit = MemoryBudget.addressSpaceLimit, getenv("MALLOC_ARENA_MAX") == nil,
      let symbol = dlsym(nil, "mallopt")
    else { return }
    typealias SetOption = @convention(c) (_ option: CInt, _ value: CInt) -> CInt
    let arenaMaximum: CInt = -8
    _ = unsafeBitCast(symbol, to: SetOption.self)(arenaMaximum, CInt(Self.arenas(within: limit)))
  }

  /// The number of arenas that take an eighth of the address space at most.
  static func arenas(within addressSpace: Int) -> Int {
    min(max(addressSpace / 8 / Self.arena, 1), 1_024)
  }

  /// Bytes that the heap has and does not use; 0 where the C library does not say. Takes
  /// milliseconds in a large heap.
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

  /// The free bytes of all arenas in glibc's description, an XML text that ends with the totals.
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
