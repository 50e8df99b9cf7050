import InteractionFiles

/// A slow network between clients and engines, the same in both directions.
public struct NetworkConditions: Hashable, Sendable {
  /// The retransmission timeout: the additional delay of a lost chunk.
  static let retransmissionTimeout = Duration.milliseconds(600)
  /// The queue limit of a direction before backpressure, bytes; like a home router's queue.
  static let windowBytes = 64 << 10

  /// The bandwidth, 8 kbit/s to 1 Gbit/s.
  public var bitsPerSecond: Int
  /// The round-trip time, at most a minute.
  public var roundTrip: Duration
  /// The fraction of chunks that wait for a retransmission, 0 to 1.
  public var loss: Double

  /// Parses a text such as `256kbit,300ms,2%`; nil if it is invalid.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3,
      let bits = Self.number(parts[0], ["kbit": 1e3, "Mbit": 1e6, "bit": 1]),
      let roundTrip = Duration(parts[1]),
      let loss = Self.number(parts[2], ["%": 0.01]),
      (8_000 ... 1e9).contains(bits), roundTrip <= .seconds(60), loss <= 1
    else { return nil }
    self.bitsPerSecond = Int(bits)
    self.roundTrip = roundTrip
    self.loss = loss
  }

  /// Parses a number with a unit; the longest matching unit counts.
  private static func number(_ text: String, _ units: [String: Double]) -> Double? {
    let fitting = units.keys.filter { text.hasSuffix($0) }
    guard let unit = fitting.max(by: { $0.count < $1.count }), let factor = units[unit],
      let value = Double(text.dropLast(unit.count)), value.isFinite, value >= 0
    else { return nil }
    return value * factor
  }

  /// Returns the faults of each direction of a connection.
  ///
  /// - Parameter seed: The seed of the retransmissions.
  func faults(seed: UInt64) -> ConnectionFaults.DirectionFaults {
    ConnectionFaults.DirectionFaults(
      latency: Latency(
        self.roundTrip / 2,
        retransmission: Latency.Retransmission(
          share: self.loss, timeout: Self.retransmissionTimeout),
        seed: seed),
      bandwidth: Bandwidth(bytesPerSecond: self.bitsPerSecond / 8))
  }
}
