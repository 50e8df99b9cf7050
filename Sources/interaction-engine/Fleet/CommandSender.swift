import GRPCCore
import GRPCProtobuf
import InteractionService
import InteractionWire
import SwiftProtobuf

/// Sends a backend's command to a fleet: with the key that proxies choose an engine by, and again
/// while the sessions that it is for are on their way from one engine to another.
///
/// The command has a name, and a session does nothing twice of the same name.
struct CommandSender: Sendable {
  /// What is asked for.
  enum Method: String, Hashable, Sendable, CaseIterable {
    case setBadge = "set-badge"
    case selectTab = "select-tab"
    case orderToggle = "order-toggle"
    case openSecondFloor = "open-second-floor"
    case closeSecondFloor = "close-second-floor"
    case resolveGate = "resolve-gate"
  }

  /// Whom it is for.
  enum Recipient: Hashable, Sendable {
    case session(String)
    case user(String)

    /// What proxies choose an engine by.
    var key: String {
      switch self {
      case .session(let name), .user(let name): RoutingKey.of(name)
      }
    }
  }

  /// What became of it in one session.
  struct Result: Hashable, Sendable {
    let session: String
    /// In words, such as `applied`.
    let outcome: String
    let isDone: Bool
  }

  private let method: Method
  /// The request's other fields, as JSON.
  private let body: String
  private let command: Interaction_V1_Command
  private let key: String
  private let metadata: Metadata

  /// - Parameters:
  ///   - name: The command's own, the same each time that it is sent.
  ///   - body: The request's fields as JSON, without `command`.
  /// - Throws: What is wrong with the body.
  init(
    _ method: Method, named name: String, to recipient: Recipient, body: String, token: String?
  ) throws {
    self.method = method
    self.body = body
    self.command = .with {
      $0.commandID = name
      switch recipient {
      case .session(let session): $0.sessionID = session
      case .user(let user): $0.user = user
      }
    }
    self.key = recipient.key
    var metadata = Metadata()
    if let token { metadata.addString("Bearer \(token)", forKey: "authorization") }
    self.metadata = metadata
    try self.checkBody()
  }

  /// Sends it until a session was reached, the time is over, or sending it again does not help.
  /// Where the session is not open, it goes to where the next variant of the key leads: its own
  /// engine may have had no room for the session.
  ///
  /// - Parameter again: Told before each further time.
  /// - Throws: `RPCError`, the last one.
  func send(
    over client: GRPCClient<some ClientTransport>, within time: Duration,
    again: @Sendable (RPCError) -> Void = { _ in }
  ) async throws -> [Result] {
    let deadline = ContinuousClock.now + time
    var variant = 0
    while true {
      do {
        return try await self.call(client, within: deadline - .now, keyVariant: variant)
      } catch let error as RPCError {
        guard let pause = error.retryPause, ContinuousClock.now + pause < deadline else {
          throw error
        }
        again(error)
        variant = error.code == .notFound ? variant + 1 : 0
        try await Task.sleep(for: pause)
      }
    }
  }
}

extension CommandSender {
  private typealias Control = Interaction_V1_ControlService.Method

  /// How the command is sent once.
  private struct Call<Transport: ClientTransport> {
    let client: GRPCClient<Transport>
    let metadata: Metadata
    let time: Duration
  }

  private func checkBody() throws {
    switch self.method {
    case .setBadge: _ = try Control.SetBadge.Input(jsonString: self.body)
    case .selectTab: _ = try Control.SelectTab.Input(jsonString: self.body)
    case .orderToggle: _ = try Control.OrderToggle.Input(jsonString: self.body)
    case .openSecondFloor: _ = try Control.OpenSecondFloor.Input(jsonString: self.body)
    case .closeSecondFloor: _ = try Control.CloseSecondFloor.Input(jsonString: self.body)
    case .resolveGate: _ = try Control.ResolveGate.Input(jsonString: self.body)
    }
  }

  private func call(
    _ client: GRPCClient<some ClientTransport>, within time: Duration, keyVariant: Int
  ) async throws -> [Result] {
    var metadata = self.metadata
    metadata.addString(
      RoutingKey.variant(keyVariant, of: self.key), forKey: RoutingKey.header)
    let call = Call(client: client, metadata: metadata, time: max(time, .milliseconds(1)))
    let results =
      switch self.method {
      case .setBadge:
        try await self.call(
          Control.SetBadge.descriptor, by: call, \Control.SetBadge.Input.command,
          \Control.SetBadge.Output.results)
      case .selectTab:
        try await self.call(
          Control.SelectTab.descriptor, by: call, \Control.SelectTab.Input.command,
          \Control.SelectTab.Output.results)
      case .orderToggle:
        try await self.call(
          Control.OrderToggle.descriptor, by: call, \Control.OrderToggle.Input.command,
          \Control.OrderToggle.Output.results)
      case .openSecondFloor:
        try await self.call(
          Control.OpenSecondFloor.descriptor, by: call, \Control.OpenSecondFloor.Input.command,
          \Control.OpenSecondFloor.Output.results)
      case .closeSecondFloor:
        try await self.call(
          Control.CloseSecondFloor.descriptor, by: call,
          \Control.CloseSecondFloor.Input.command, \Control.CloseSecondFloor.Output.results)
      case .resolveGate:
        try await self.call(
          Control.ResolveGate.descriptor, by: call, \Control.ResolveGate.Input.command,
          \Control.ResolveGate.Output.results)
      }
    return results.map { result in
      let isDone = result.outcome == .applied || result.outcome == .unconfirmed
      let reason = result.outcome == .refused ? " (\(result.reason))" : ""
      let problem = result.problem.isEmpty ? "" : ": \(result.problem)"
      return Result(
        session: result.sessionID, outcome: "\(result.outcome)\(reason)\(problem)", isDone: isDone)
    }
  }

  private func call<Input: Message, Output: Message>(
    _ method: MethodDescriptor, by call: Call<some ClientTransport>,
    _ command: WritableKeyPath<Input, Interaction_V1_Command>,
    _ results: KeyPath<Output, [Interaction_V1_CommandResult]>
  ) async throws -> [Interaction_V1_CommandResult] {
    var request = try Input(jsonString: self.body)
    request[keyPath: command] = self.command
    var options = CallOptions.defaults
    options.timeout = call.time
    let output = try await call.client.unary(
      request: ClientRequest(message: request, metadata: call.metadata), descriptor: method,
      serializer: ProtobufSerializer<Input>(), deserializer: ProtobufDeserializer<Output>(),
      options: options
    ) { response in
      try response.message
    }
    return output[keyPath: results]
  }
}

extension RPCError {
  /// How long to wait before a command is sent again; nil where that does not help.
  var retryPause: Duration? {
    let details = (try? self.unpackGoogleRPCStatus())?.details ?? []
    if let told = details.compactMap(\.retryInfo).first {
      return RetryDelay.clamped(told.delay, atLeast: .milliseconds(50))
    }
    // The engine is gone, or going: with the command's name it does not matter how far it came.
    return self.code == .unavailable ? .milliseconds(300) : nil
  }
}
