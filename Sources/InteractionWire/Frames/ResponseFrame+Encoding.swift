import InteractionCore

extension ResponseFrame {
  /// The encoded frame. Acknowledgements, which are the most frequent, are encoded without a
  /// message object.
  package var encoded: [UInt8] {
    self.acknowledgement ?? self.proto.encoded
  }

  /// The encoded frame if it has only an acknowledgement and a deadline; nil otherwise.
  private var acknowledgement: [UInt8]? {
    guard let acked = self.ackedEvent, self.hasOnlyAcknowledgement else { return nil }
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

  /// The tags (field number and wire type) of `InteractResponse`.
  private enum Tag {
    static let ackedEvent: UInt8 = 3 << 3 | 0
    static let nextDeadline: UInt8 = 7 << 3 | 0
  }
}
