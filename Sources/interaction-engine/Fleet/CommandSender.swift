import GRPCCore
import GRPCProtobuf
import InteractionService
import InteractionWire
import SwiftProtobuf

/// Sends a backend's command to a fleet with a routing key, and retries it while the addressed
/// sessions move between engines.
///
/// The command's ID is an idempotency key: a session applies a command with the same ID once.
struct CommandSender: Sendable {
  /// The command.
  enum Method: String, Hashable, Sendable, CaseIterable {
    case setBadge = "set-badge"
    case selectTab = "select-tab"
    case orderToggle = "order-toggle"
    case openSecondFloor = "open-second-floor"
    case closeSecondFloor = "close-second-floor"
    case changeItem = "change-item"
    case hideBar = "hide-bar"
    case switchSecondFloor = "switch-second-floor"
    case resolveGate = "resolve-gate"
  }

  /// The addressee of the command.
  enum Recipient: Hashable, Sendable {
    case session(String)
    case user(String)
    /// All sessions of the engine that a proxy selects by the key.
    case all(key: String)

    /// The routing key, by which proxies select an engine.
    var key: String {
      switch self {
      case .session(let name), .user(let name), .all(key: let name): RoutingKey.of(name)
      }
    }
  }

  /// The command's result in one session.
  struct SessionResult: Hashable, Sendable {
    let session: String
    /// The outcome, such as `applied`.
    let outcome: String
    let isDone: Bool
  }

  private let method: Method
  /// The request's other fields, as JSON.
  private let body: String
  private let command: Interaction_V1_CommandMetadata
  private let key: String
  private let metadata: Metadata

  /// - Parameters:
  ///   - name: The command's ID, the same for all retries.
  ///   - body: The request's fields as JSON, without `command`.
  /// - Throws: `JSONDecodingError` if the body is invalid.
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
      case .all: $0.all = true
      }
    }
    self.key = recipient.key
    var metadata = Metadata()
    if let token { metadata.addString("Bearer \(token)", forKey: "authorization") }
    self.metadata = metadata
    try self.checkBody()
  }

  /// Sends the command until it has reached a session, the time has passed, or a retry cannot help.
  ///
  /// If the session is not open on the selected engine, the next attempt uses the next variant of
  /// the routing key: its own engine may have had no capacity for the session.
  ///
  /// - Parameter again: Called before each retry with the previous error.
  /// - Throws: The last `RPCError`.
  func send(
    over client: GRPCClient<some ClientTransport>, within time: Duration,
    again: @Sendable (RPCError) -> Void = { _ in }
  ) async throws -> [SessionResult] {
    let deadline = ContinuousClock.now + time
    var variant = 0
    while true {
      do {
        return try await self.call(client, within: deadline - .now, keyVariant: variant)
      } catch let error as RPCError {
        guard let pause = error.retryDelay, ContinuousClock.now + pause < deadline else {
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

  /// The parameters of an attempt.
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
    case .changeItem: _ = try Control.ChangeItem.Input(jsonString: self.body)
    case .hideBar: _ = try Control.HideBar.Input(jsonString: self.body)
    case .switchSecondFloor: _ = try Control.SwitchSecondFloor.Input(jsonString: self.body)
    case .resolveGate: _ = try Control.ResolveGate.Input(jsonString: self.body)
    }
  }

  private func call(
    _ client: GRPCClient<some ClientTransport>, within time: Duration, keyVariant: Int
  ) async throws -> [SessionResult] {
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
      case .changeItem:
        try await self.call(
          Control.ChangeItem.descriptor, by: call, \Control.ChangeItem.Input.command,
          \Control.ChangeItem.Output.results)
      case .hideBar:
        try await self.call(
          Control.HideBar.descriptor, by: call, \Control.HideBar.Input.command,
          \Control.HideBar.Output.results)
      case .switchSecondFloor:
        try await self.call(
          Control.SwitchSecondFloor.descriptor, by: call,
          \Control.SwitchSecondFloor.Input.command, \Control.SwitchSecondFloor.Output.results)
      case .resolveGate:
        try await self.call(
          Control.ResolveGate.descriptor, by: call, \Control.ResolveGate.Input.command,
          \Control.ResolveGate.Output.results)
      }
    return results.map { result in
      let isDone = result.outcome == .applied || result.outcome == .unconfirmed
      let reason = result.outcome == .refused ? " (\(result.reason))" : ""
      let problem =
        result.hasViolation
        ? ": \(result.violation.field) \(result.violation.description_p)" : ""
      return SessionResult(
        session: result.sessionID, outcome: "\(result.outcome)\(reason)\(problem)", isDone: isDone)
    }
  }

  private func call<Input: Message, Output: Message>(
    _ method: MethodDescriptor, by call: Call<some ClientTransport>,
    _ command: WritableKeyPath<Input, Interaction_V1_CommandMetadata>,
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
  /// The wait before a retry; nil if a retry cannot help.
  var retryDelay: Duration? {
    let details = (try? self.unpackGoogleRPCStatus())?.details ?? []
    if let told = details.compactMap(\.retryInfo).first {
      return min(max(told.delay, .milliseconds(50)), .seconds(3_600))
    }
    // The engine is down or draining. The command's ID makes a retry safe.
    return self.code == .unavailable ? .milliseconds(300) : nil
  }
}
