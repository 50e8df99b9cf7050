import InteractionService

/// What serves the calls of a connection.
struct ConnectionServices {
  /// Begins a call on a stream, or refuses it.
  var begin: (CallRequest, _ stream: UInt32, ConnectionHandler) -> Void = { _, _, _ in }
  /// What waits for the clients of all connections.
  var waiting = WaitingBytes(limit: .max)
  /// Whose connection it is, for limits that are shared by address.
  var network = PeerNetwork(of: "")
}
