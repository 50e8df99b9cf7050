import GRPCCore
import InteractionCore
import InteractionWire
import Synchronization

/// The actions of the script, and those of a test.
@available(InteractionEngine 1.0, *)
extension MockServer {
  /// Performs actions on all calls with an open session.
  func carryOut(_ answers: [MockAction]) {
    self.state.withLock { state in
      for call in state.calls.filter({ $0.value.sessionID != nil }).keys.sorted() {
        self.carryOut(answers, on: call, in: &state)
      }
      // Also without a connected client.
      if answers.contains(.restart) { state.sessions = [:] }
      if answers.contains(.stopResponding) { state.responsiveness = .untilAnswer }
    }
  }

  /// Performs actions on one call, as answers to `event` or to an opening.
  func carryOut(
    _ answers: [MockAction], to event: InteractionEvent? = nil, on call: Int, in state: inout State
  ) {
    for answer in answers {
      switch answer {
      case .directive(let settings, let timeline, let effects):
        self.update(call, in: &state) { session, frame in
          frame.directives = [
            session.number(settings, timeline, effects, after: event, at: self.time)
          ]
        }
      case .refuse:
        // Sent together with the event's acknowledgement.
        break
      case .fail(let error):
        self.end(call, with: RPCResponsePart(error), in: &state)
      case .cut:
        self.cut(call, in: &state)
      case .restart:
        state.sessions = [:]
        self.cut(call, in: &state)
      case .stopResponding:
        state.responsiveness = .untilAnswer
      case .drain(let leaveAfter, let endAfter):
        let drain = DrainMessage(leaveAfter: leaveAfter, endAfter: endAfter)
        self.update(call, in: &state) { $1.drain = drain }
      }
    }
  }
}
