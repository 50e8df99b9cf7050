package import InteractionService

/// The dependencies of a connection's calls.
package struct ConnectionServices {
  /// Begins a call on a stream, or refuses it.
  var begin: (CallRequest, _ stream: UInt32, ConnectionHandler) -> Void
  /// The bytes buffered for the clients of all connections.
  package var waiting: BufferedBytes
  /// The peer's network, to which limits by address apply.
  var network: PeerNetwork

  package init(
    begin: @escaping (CallRequest, _ stream: UInt32, ConnectionHandler) -> Void = { _, _, _ in },
    waiting: BufferedBytes = BufferedBytes(limit: .max), network: PeerNetwork = PeerNetwork(of: "")
  ) {
    self.begin = begin
    self.waiting = waiting
    self.network = network
  }
}
