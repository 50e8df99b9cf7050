/// The proxy's limits.
package struct ChaosSettings: Hashable, Sendable {
  /// The address to listen on; only loopback addresses are accepted.
  package var host = "127.0.0.1"
  /// The queue limit of one direction of a connection, bytes; one read (64 KiB) may exceed it.
  /// Beyond it, backpressure stops the sender. A sender that ends its stream meanwhile adds the
  /// bytes that its socket had received.
  package var windowBytes = 1 << 20
  /// The size of the sockets' kernel buffers in bytes; nil for the system's default. Small buffers
  /// make backpressure and bandwidth limits take effect early.
  package var socketBufferBytes: Int?
  /// The timeout for connecting to a target.
  package var connectTimeout = Duration.seconds(10)
  /// The maximum time that a cut waits for the delivery of the bytes before it. A peer that does
  /// not read for this long is cut without them.
  package var settleTime = Duration.seconds(5)
  /// The time for a peer to close its side after FIN, before it is reset.
  package var lingerTime = Duration.seconds(5)

  package init() {}

  /// The socket buffer size in the range that the kernel accepts.
  var kernelBufferBytes: Int? { self.socketBufferBytes.map { min(max($0, 1), 1 << 30) } }
}
