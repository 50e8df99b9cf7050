import InteractionCore

extension ResponseFrame {
  /// As it travels. A frame that only acknowledges, which most are, is written without an object
  /// for it.
  package var encoded: [UInt8] {
    self.acknowledgement ?? self.proto.encoded
  }

  /// The frame, if it says nothing but what was applied and when something is due.
  private var acknowledgement: [UInt8]? {
    guard let acked = self.ackedEvent, self.isSilent else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(22)
    if acked > 0 {
      bytes.append(Tag.ackedEvent)
      bytes.append(varint: acked)
    }
    if let deadline = self.nextDeadline {
      bytes.append(Tag.nextDeadline)
      bytes.append(varint: UInt64(bitPattern: deadline.microseconds))
    }
    return bytes
  }

  /// Field numbers with their wire types, as `InteractResponse` has them.
  private enum Tag {
    static let ackedEvent: UInt8 = 3 << 3 | 0
    static let nextDeadline: UInt8 = 7 << 3 | 0
  }
}
