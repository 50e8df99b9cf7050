import DequeModule

/// Which RST_STREAMs leave.
///
/// The HTTP/2 handler writes one for a call that its client has reset, since it does not see the
/// client's: such must not be sent (RFC 9113 §5.4.2). Nor does a second one leave for a stream: the
/// HTTP/2 handler resets a stream with an error, and then the call's handlers end it.
struct ResetLog: Hashable {
  private static let remembered = 32

  /// Streams that their client has reset, and that the HTTP/2 handler has not let go of yet.
  private var byClient: Set<UInt32> = []
  /// The streams that were reset last.
  private var sent: Deque<UInt32> = []

  mutating func receive(_ stream: UInt32) {
    self.byClient.insert(stream)
  }

  /// Whether a RST_STREAM of the HTTP/2 handler leaves.
  mutating func admit(_ stream: UInt32) -> Bool {
    guard !self.sent.contains(stream) else { return false }
    if self.sent.count == Self.remembered { self.sent.removeFirst() }
    self.sent.append(stream)
    return self.byClient.remove(stream) == nil
  }
}
