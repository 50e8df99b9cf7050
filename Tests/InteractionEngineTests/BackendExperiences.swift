import InteractionCore
import InteractionStream
import InteractionWire
import SwiftProtobuf

@testable import InteractionService

/// Experiences with all features that a backend can control.
enum BackendExperiences {
  static let experiences = [
    "shop": """
    name: shop
    sources: [{id: list, tab: 0}]
    tab_bar:
      transition: {}
      items:
        - {title: {text: Home}}
        - {title: {text: News}, badge: {content: {count: {count: 3}}}}
        - {title: {text: Me}, login_required: true, badge: {}}
        - {title: {text: Soon}, disabled: true}
    toggles:
      - {id: top, source: list, threshold: 300, below_name: down, above_name: up}
      - {id: bar, source: list, threshold: 50, below_name: shown, above_name: gone}
    second_floor: {source: list}
    navigation: {style: NAVIGATION_STYLE_SPRING}
    """,
    "plain": """
    name: plain
    sources: [{id: list}]
    tab_bar: {items: [{title: {text: One}}, {title: {text: Two}}]}
    """,
    // Second floors with a condition each.
    "guarded": """
    name: guarded
    sources: [{id: list}]
    tab_bar: {items: [{title: {text: One}}]}
    second_floor: {source: list, login_required: true}
    """,
    "pictured": """
    name: pictured
    sources: [{id: list}]
    tab_bar: {items: [{title: {text: One}}]}
    second_floor: {source: list, asset_required: true}
    """,
  ]

  /// A short wait for commands that no client acknowledges.
  static let impatient: @Sendable (inout Engine.Configuration) -> Void = {
    $0.limits.commandTimeout = .seconds(1)
  }

  /// Runs `body` with an engine that has these experiences.
  static func open(
    _ change: (inout Engine.Configuration) -> Void = { _ in },
    _ body: (RunningEngine) async throws -> Void
  ) async throws {
    try await RunningEngine.with(Self.experiences, change, body)
  }
}

/// A backend's command by a method of `ControlService`.
struct Order: Sendable, CustomStringConvertible {
  var method: String
  /// The request without its `command`, as JSON.
  var json = "{}"

  init(_ method: String, _ json: String = "{}") {
    (self.method, self.json) = (method, json)
  }

  static let countUp = Order.badge(#""increase": 1"#)

  /// Returns a move of the badge, which is a change in every state of the badge.
  static func moved(_ dx: Int) -> Order { .badge(#""move": {"dx": \#(dx)}"#) }

  static func badge(_ operation: String, tab: Int = 1) -> Order {
    Order("SetBadge", #"{"badge": {"tab": \#(tab), \#(operation)}}"#)
  }

  static func tab(_ tab: Int) -> Order { Order("SelectTab", #"{"tab": \#(tab)}"#) }

  static func gate(signedIn: Bool) -> Order {
    Order("ResolveGate", #"{"signedIn": \#(signedIn)}"#)
  }

  var description: String { "\(self.method) \(self.json)" }

  /// Sends the command. Returns the result in each session.
  func send(
    as command: Interaction_V1_CommandMetadata?, to running: any EngineCaller
  ) async throws -> [Interaction_V1_CommandResult] {
    func results<Request: Message, Response: Message>(
      _ request: Request, _ field: WritableKeyPath<Request, Interaction_V1_CommandMetadata>,
      _ results: KeyPath<Response, [Interaction_V1_CommandResult]>
    ) async throws -> [Interaction_V1_CommandResult] {
      var request = request
      if let command { request[keyPath: field] = command }
      let response: Response = try await running.call("ControlService/\(self.method)", request)
      return response[keyPath: results]
    }
    return switch self.method {
    case "SetBadge":
      try await results(
        Interaction_V1_SetBadgeRequest(json: self.json), \.command,
        \Interaction_V1_SetBadgeResponse.results)
    case "SelectTab":
      try await results(
        Interaction_V1_SelectTabRequest(json: self.json), \.command,
        \Interaction_V1_SelectTabResponse.results)
    case "OrderToggle":
      try await results(
        Interaction_V1_OrderToggleRequest(json: self.json), \.command,
        \Interaction_V1_OrderToggleResponse.results)
    case "OpenSecondFloor":
      try await results(
        Interaction_V1_OpenSecondFloorRequest(json: self.json), \.command,
        \Interaction_V1_OpenSecondFloorResponse.results)
    case "CloseSecondFloor":
      try await results(
        Interaction_V1_CloseSecondFloorRequest(json: self.json), \.command,
        \Interaction_V1_CloseSecondFloorResponse.results)
    case "SwitchSecondFloor":
      try await results(
        Interaction_V1_SwitchSecondFloorRequest(json: self.json), \.command,
        \Interaction_V1_SwitchSecondFloorResponse.results)
    default:
      try await results(
        Interaction_V1_ResolveGateRequest(json: self.json), \.command,
        \Interaction_V1_ResolveGateResponse.results)
    }
  }

  /// Sends the command to one session. Returns its result.
  func send(
    as id: String, to running: any EngineCaller, session: String = "shop"
  ) async throws -> Interaction_V1_CommandResult {
    let command = Interaction_V1_CommandMetadata.with {
      ($0.commandID, $0.sessionID) = (id, session)
    }
    let results = try await self.send(as: command, to: running)
    guard results.count == 1, results[0].sessionID == session else {
      throw CallCompletion(UnexpectedResults(results: results))
    }
    return results[0]
  }

  private struct UnexpectedResults: Error {
    let results: [Interaction_V1_CommandResult]
  }
}

extension Interaction_V1_CommandResult {
  /// The outcome with its reason or violation, if any.
  var summary: String {
    let reason = self.reason == .unspecified ? [] : ["\(self.reason)"]
    let violation =
      self.hasViolation ? [self.violation.field, self.violation.description_p] : []
    return (["\(self.outcome)"] + reason + violation).joined(separator: " ")
  }
}

extension TestStream {
  /// Opens a session in the shop.
  static func shopping(
    _ running: any EngineCaller, _ change: (inout Interaction_V1_Open) -> Void = { _ in }
  ) async throws -> TestStream {
    let conversation = TestStream(running)
    try await conversation.open {
      ($0.sessionID, $0.experience) = ("shop", "shop")
      change(&$0)
    }
    return conversation
  }

  /// Sends a command that leads to `count` directives, and applies them.
  func carriesOut(
    _ order: Order, as id: String, count: Int = 1
  ) async throws -> (result: Interaction_V1_CommandResult, directives: [WireDirective]) {
    let running = self.running
    async let result = order.send(as: id, to: running)
    let directives = try await self.applied(count)
    return (try await result, directives)
  }
}
