import InteractionWire
import SwiftProtobuf

/// What a session took in, in order, and what the core makes of it.
struct History {
  private let opening: Interaction_V1_SimulateRequest
  /// Each input with the number of the client's last event.
  private var inputs: [(event: WireEvent, number: UInt64)] = []
  private var sent: UInt64 = 0

  /// - Parameter change: What differs from an opening on a phone.
  init(
    of experience: String, _ change: (inout Interaction_V1_SimulateRequest) -> Void = { _ in }
  ) {
    self.opening = .with {
      ($0.experienceName, $0.environment) = (experience, .phone)
      change(&$0)
    }
  }

  /// The client has sent these.
  mutating func sent(_ events: [WireEvent]) {
    for event in events {
      self.sent += 1
      self.inputs.append((event, self.sent))
    }
  }

  /// These have come in between, and are not the client's.
  mutating func came(_ events: [WireEvent]) {
    self.inputs += events.map { ($0, self.sent) }
  }

  /// What a new session decides for the same, in the client's numbers.
  func directives(on running: any EngineCaller) async throws -> [WireDirective] {
    var request = self.opening
    request.events = self.inputs.map(\.event)
    let answer: Interaction_V1_SimulateResponse = try await running.call(
      "InteractionService/Simulate", request)
    return answer.directives.map { directive in
      var directive = directive
      let number = Int(directive.cause.eventSequence)
      if number > 0 { directive.cause.eventSequence = self.inputs[number - 1].number }
      return directive
    }
  }
}
