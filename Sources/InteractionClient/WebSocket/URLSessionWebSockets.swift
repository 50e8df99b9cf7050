public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension InteractionClient {
  /// Creates a client of one or several engines over WebSockets, any of which can resume a session
  /// of any other. It needs no gRPC, and runs from iOS 15.
  ///
  /// - Parameters:
  ///   - addresses: The engines' addresses, such as `wss://engine.example.com/v1/interact`.
  ///   - configuration: The configuration of the URL session, such as its proxies.
  ///   - token: Returns an access token; nil for engines without tokens.
  public convenience init(
    webSockets addresses: [URL], configuration: URLSessionConfiguration = .ephemeral,
    token: TokenProvider? = nil
  ) {
    let connector = URLSessionWebSockets(URLSession(configuration: configuration))
    self.init(
      WebSocketCarrier(addresses.map(\.absoluteString), over: connector), token: token)
  }
}

/// Opens WebSocket connections of a URL session.
struct URLSessionWebSockets: WebSocketConnector {
  private let session: URLSession

  init(_ session: URLSession) {
    self.session = session
  }

  func open(_ address: String, protocols: [String]) async throws -> any WebSocket {
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    let task = self.session.webSocketTask(with: url, protocols: protocols)
    // A snapshot of a large experience is longer than the default of 1 MiB.
    task.maximumMessageSize = 16 << 20
    task.resume()
    return URLSessionWebSocket(task: task)
  }
}

/// A WebSocket connection of a URL session. Messages sent before it is open wait for it.
private struct URLSessionWebSocket: WebSocket {
  let task: URLSessionWebSocketTask

  func send(_ message: [UInt8]) async throws {
    try await self.task.send(.data(Data(message)))
  }

  func next() async throws -> WebSocketEvent {
    do {
      switch try await self.task.receive() {
      case .data(let data): return .message(Array(data))
      case .string(let text): return .text(text)
      @unknown default: return .text("")
      }
    } catch {
      // The task fails after a close frame, too.
      let code = self.task.closeCode
      let reason = self.task.closeReason.map { String(decoding: $0, as: UTF8.self) }
      return code == .invalid
        ? .closed(code: 1006, reason: error.localizedDescription)
        : .closed(code: code.rawValue, reason: reason ?? "")
    }
  }

  func close() {
    self.task.cancel(with: .normalClosure, reason: nil)
  }

  func cancel() {
    self.task.cancel()
  }
}
