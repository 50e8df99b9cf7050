import Foundation

/// Gives memory back to the system that the heap keeps after many sessions and connections have
/// gone.
///
/// The C library keeps what was freed for later. That is right while they come and go; after a
/// peak, others on the machine can use it.
@available(InteractionEngine 1.0, *)
struct HeapKeeper: Sendable {
  /// Below this there is nothing worth giving back, bytes.
  private static let least = 64 << 20

  private var base = Self.least
  private var peak = 0

  /// Takes in what there is; true if the heap should be given back now.
  mutating func isWorthwhile(memory: Int, users: Int) -> Bool {
    self.peak = max(self.peak, users)
    guard memory > Self.least else { return false }
    let haveGone = self.peak - users > self.peak / 4
    return haveGone || memory > self.base + self.base / 4
  }

  /// The heap was given back, and so much memory is left.
  mutating func gaveBack(memory: Int, users: Int) {
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
}
