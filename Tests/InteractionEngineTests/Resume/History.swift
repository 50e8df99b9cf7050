import InteractionWire
import SwiftProtobuf

/// What a session took in, in order, and what the core makes of it.
struct History {
  private let experience: String
  /// Each input with the number of the client's last event.
  private var inputs: [(event: WireEvent, number: UInt64)] = []
  private var sent: UInt64 = 0

  init(of experience: String) {
    self.experience = experience
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
  func directives(on running: RunningEngine) async throws -> [WireDirective] {
    let request = Interaction_V1_SimulateRequest.with {
      ($0.experienceName, $0.environment) = (self.experience, .phone)
      $0.events = self.inputs.map(\.event)
    }
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
