/// A WebSocket connection.
package protocol WebSocket: Sendable {
  /// Sends a binary message.
  func send(_ message: [UInt8]) async throws

  /// Returns the next event; after ``WebSocketEvent/closed(code:reason:)`` there is none.
  func next() async throws -> WebSocketEvent

  /// Sends a close frame with the code 1000.
  func close()

  /// Closes the connection at once.
  func cancel()
}

/// An event of a WebSocket connection.
package enum WebSocketEvent: Hashable, Sendable {
  case message([UInt8])
  case text(String)
  /// The connection has ended; with the code 1006 if without a close frame.
  case closed(code: Int, reason: String)
}

/// Opens WebSocket connections.
package protocol WebSocketConnector: Sendable {
  /// Opens a connection, offering subprotocols.
  ///
  /// - Throws: Any error if the connection cannot be opened.
  func open(_ address: String, protocols: [String]) async throws -> any WebSocket
}
