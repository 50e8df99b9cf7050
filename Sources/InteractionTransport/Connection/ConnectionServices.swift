package import InteractionService

/// What serves the calls of a connection.
package struct ConnectionServices {
  /// Begins a call on a stream, or refuses it.
  var begin: (CallRequest, _ stream: UInt32, ConnectionHandler) -> Void
  /// What waits for the clients of all connections.
  package var waiting: WaitingBytes
  /// Whose connection it is, for limits that are shared by address.
  var network: PeerNetwork

  package init(
    begin: @escaping (CallRequest, _ stream: UInt32, ConnectionHandler) -> Void = { _, _, _ in },
    waiting: WaitingBytes = WaitingBytes(limit: .max), network: PeerNetwork = PeerNetwork(of: "")
  ) {
    self.begin = begin
    self.waiting = waiting
    self.network = network
  }
}
