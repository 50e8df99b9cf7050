import InteractionWire
import SwiftProtobuf

/// The inputs of a session in order, from which the core derives the expected directives.
struct SessionInputs {
  private let opening: Interaction_V1_SimulateRequest
  /// The inputs, each with the number of the client's last event before it.
  private var inputs: [(event: WireEvent, number: UInt64)] = []
  private var sent: UInt64 = 0

  /// - Parameter change: A change of the default opening on a phone.
  init(
    of experience: String, _ change: (inout Interaction_V1_SimulateRequest) -> Void = { _ in }
  ) {
    self.opening = .with {
      ($0.experienceName, $0.surface, $0.level) = (experience, .phone, 1)
      change(&$0)
    }
  }

  /// Records events of the client.
  mutating func sent(_ events: [WireEvent]) {
    for event in events {
      self.sent += 1
      self.inputs.append((event, self.sent))
    }
  }

  /// Records inputs that are not the client's.
  mutating func came(_ events: [WireEvent]) {
    self.inputs += events.map { ($0, self.sent) }
  }

  /// Returns the directives of a new session with the same inputs, with the client's event numbers.
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
