import NIOCore

/// One of the two sockets of a connection, with its state.
///
/// Confined to the event loop.
final class ProxySocket {
  let side: ProxyPeer
  let channel: any Channel
  /// True if the peer has sent FIN, or the socket has failed.
  var hasReceivedEnd = false
  /// True if FIN was sent to the peer.
  var hasSentFIN = false
  /// True if reading failed.
  var hasFailed = false
  /// True if the socket is closed.
  var isClosed = false
  /// Bytes that the channel has and the kernel has not.
  var bytesInFlight = 0
  /// Bytes that the kernel has accepted.
  var sentBytes = 0

  init(side: ProxyPeer, channel: any Channel) {
    self.side = side
    self.channel = channel
  }

  /// A Boolean value that indicates whether all written bytes have reached the peer's kernel.
  var isDelivered: Bool {
    self.isClosed || (self.bytesInFlight == 0 && self.channel.unacknowledgedBytes == 0)
  }

  /// Bytes that have reached the peer's kernel.
  var deliveredBytes: Int {
    self.isClosed ? self.sentBytes : max(0, self.sentBytes - self.channel.unacknowledgedBytes)
  }

  /// Closes the socket with RST.
  func reset() {
    guard !self.isClosed else { return }
    self.channel.resetOnClose()
    self.channel.close(promise: nil)
  }

  /// Sends FIN. The channel closes when both halves have ended.
  func sendFIN() {
    guard !self.isClosed, !self.hasSentFIN else { return }
    self.hasSentFIN = true
    self.channel.close(mode: .output, promise: nil)
  }
}
