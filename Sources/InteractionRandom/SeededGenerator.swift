/// SplitMix64: the same numbers from the same seed, on every platform and in every release.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  public init(seed: UInt64) {
    self.state = seed
  }

  /// Creates an independent stream of a seed for each list of stream numbers.
  public init(seed: UInt64, streams: [UInt64]) {
    self.state = streams.reduce(Self.mix(seed)) { Self.mix($0 &+ Self.mix($1 &+ Self.step)) }
  }

  public mutating func next() -> UInt64 {
    self.state &+= Self.step
    return Self.mix(self.state)
  }

  /// Returns a uniform number from a non-negative range. The standard library does not promise the
  /// same draws in every release.
  public mutating func next(in range: ClosedRange<Int>) -> Int {
    let lower = max(0, range.lowerBound)
    let width = UInt64(max(lower, range.upperBound) - lower) + 1
    return lower + Int(self.next().multipliedFullWidth(by: width).high)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
