/// The proxy's own limits, each named once.
package struct ChaosSettings: Hashable, Sendable {
  /// Where it listens; only loopback addresses are accepted.
  package var host = "127.0.0.1"
  /// Bytes that one direction of a connection may keep before its sender is held back, to which one
  /// read is added (64 KiB). A sender that ends while it is held back adds what its socket had
  /// received.
  package var windowBytes = 1 << 20
  /// Size of the sockets' kernel buffers, both ways; nil leaves it to the kernel. Small ones make
  /// back-pressure and bandwidth limits felt early.
  package var socketBufferBytes: Int?
  /// How long a target may take to accept.
  package var connectTimeout = Duration.seconds(10)
  /// How long a cut waits for the bytes before it to be delivered. A peer that does not read for so
  /// long is cut without them.
  package var settleTime = Duration.seconds(5)
  /// How long a peer that was sent FIN may take to close its own side before it is reset.
  package var lingerTime = Duration.seconds(5)

  package init() {}

  /// The kernel's buffers, as the kernel can be told.
  var kernelBufferBytes: Int? { self.socketBufferBytes.map { min(max($0, 1), 1 << 30) } }
}
