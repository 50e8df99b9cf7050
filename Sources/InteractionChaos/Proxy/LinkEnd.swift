import NIOCore

/// One of the two sockets of a connection, and what is known of it.
///
/// Belongs to the event loop.
final class LinkEnd {
  let side: Side
  let channel: any Channel
  /// Whether the peer has ended its stream.
  var hasEnded = false
  /// Whether it has been told that the other side's stream has ended.
  var isTold = false
  /// Whether reading failed.
  var hasFailed = false
  /// Whether the socket is closed.
  var isClosed = false
  /// Bytes that were given to the channel and not yet to the kernel.
  var bytesInFlight = 0
  /// Bytes that the kernel has taken.
  var sentBytes = 0

  init(side: Side, channel: any Channel) {
    self.side = side
    self.channel = channel
  }

  /// Whether all that was given to it has reached the peer's kernel.
  var isDelivered: Bool {
    self.isClosed || (self.bytesInFlight == 0 && self.channel.unacknowledgedBytes == 0)
  }

  /// Bytes that have reached the peer's kernel.
  var deliveredBytes: Int {
    self.isClosed ? self.sentBytes : max(0, self.sentBytes - self.channel.unacknowledgedBytes)
  }

  /// Ends it at once, in a way that the peer cannot overlook.
  func reset() {
    guard !self.isClosed else { return }
    self.channel.resetOnClose()
    self.channel.close(promise: nil)
  }

  /// Sends the end of the stream. The channel closes when both halves have ended.
  func finish() {
    guard !self.isClosed, !self.isTold else { return }
    self.isTold = true
    self.channel.close(mode: .output, promise: nil)
  }
}
