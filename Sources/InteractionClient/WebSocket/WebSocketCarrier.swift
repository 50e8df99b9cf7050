import Foundation
import InteractionWire
import SwiftProtobuf

/// Carries sessions over WebSocket connections, one each.
package final class WebSocketCarrier: SessionCarrier {
  private let addresses: [String]
  private let connector: any WebSocketConnector
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  /// - Parameter addresses: The engines' addresses, such as `wss://engine.example.com/v1/interact`.
  package init(_ addresses: [String], over connector: any WebSocketConnector) {
    self.addresses = addresses
    self.connector = connector
    (self.ended, self.end) = AsyncStream.makeStream()
  }

  package var engineCount: Int { self.addresses.count }

  package func run() async {
    for await _ in self.ended {}
  }

  package func shutDown() {
    self.end.finish()
  }

  package func carry(_ stream: EngineStream) async throws {
    let token = try await stream.accessToken()
    let socket: any WebSocket
    do {
      socket = try await self.connector.open(
        Self.path(self.addresses[stream.engine], key: stream.routingKey),
        protocols: Self.protocols(token))
    } catch {
      throw InteractionError(code: .unavailable, message: "cannot connect: \(error)")
    }
    defer { socket.cancel() }
    guard let open = stream.open() else { return }
    let leaving = Locked(false)
    let writing = Task {
      do {
        try await socket.send(open.serializedBytes())
        try await stream.writeFrames { try await socket.send($0.serializedBytes()) }
        leaving.withLock { $0 = true }
        if !stream.awaitsDirectives { socket.close() }
      } catch {
        // The receiving side reports why the connection has ended.
        socket.cancel()
      }
    }
    defer { writing.cancel() }
    try await withTaskCancellationHandler {
      try await Self.receive(from: socket) { message in
        stream.receive(message)
        if leaving.withLock({ $0 }), !stream.awaitsDirectives { socket.close() }
      }
    } onCancel: {
      socket.cancel()
    }
  }

  /// Receives until the connection ends.
  ///
  /// - Throws: ``InteractionError`` unless the engine ended the stream normally.
  private static func receive(
    from socket: any WebSocket, _ body: (Proto.Response) -> Void
  ) async throws {
    var error: InteractionError?
    while true {
      switch try await socket.next() {
      case .message(let bytes):
        guard let message = try? Proto.Response(serializedBytes: bytes) else {
          throw InteractionError(code: .internalError, message: "the message is malformed")
        }
        body(message)
      case .text(let text):
        error = InteractionError(connect: text)
      case .closed(let code, let reason):
        if let failure = error ?? InteractionError(closedWith: code, reason) { throw failure }
        return
      }
    }
  }

  /// Returns an address or a path with a routing key.
  package static func path(_ path: String, key: String) -> String {
    let key = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "\(path)\(path.contains("?") ? "&" : "?")\(RoutingKey.parameter)=\(key)"
  }

  /// Returns the subprotocols of a connection: the messages', and one that carries the token.
  package static func protocols(_ token: String?) -> [String] {
    guard let token else { return ["interaction.v1.proto"] }
    let base64 = Data(token.utf8).base64EncodedString()
    let name = base64.map { $0 == "+" ? "-" : $0 == "/" ? "_" : String($0) }.joined()
    return ["interaction.v1.proto", "interaction.bearer.\(name.filter { $0 != "=" })"]
  }
}
