import Crypto
package import InteractionCore
import InteractionWire
import SwiftProtobuf

/// A backend's command to a session.
@available(InteractionEngine 1.0, *)
package struct SessionCommand: Hashable, Sendable {
  /// The order of a command.
  package enum Order: Hashable, Sendable {
    /// An event, passed on unchanged.
    case event(InteractionEvent.Kind)
    /// A toggle's look; an empty name means the experience's first toggle (rule R10).
    case toggle(name: String, look: ToggleLook)
  }

  /// The backend's ID of the command.
  package var id: String
  /// The order.
  package var order: Order

  package init(id: String, order: Order) {
    self.id = id
    self.order = order
  }

  /// A hash of the order, independent of the ID.
  var contentHash: UInt32 {
    let content: any Message =
      switch self.order {
      case .event(let kind): InteractionEvent(time: .zero, kind: kind).proto
      case .toggle(let name, let look):
        InteractionEvent(time: .zero, kind: .orderToggle(id: name, look: look)).proto
      }
    let bytes: [UInt8] = (try? content.serializedBytes()) ?? []
    return SHA256.hash(data: bytes).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the event that the command means in a session of `experience`.
  func kind(for experience: Experience) -> InteractionEvent.Kind {
    switch self.order {
    case .event(let kind):
      kind
    case .toggle(let name, let look):
      .orderToggle(
        id: name.isEmpty ? experience.toggles.first?.id ?? "" : name, look: look)
    }
  }
}

/// The outcome of a command in a session.
@available(InteractionEngine 1.0, *)
package enum CommandOutcome: Hashable, Sendable {
  /// It was carried out; the client has it once it has applied this directive, 0 if there is none.
  case carriedOut(last: UInt64)
  /// The session refused it, and told its client with this directive.
  case refused(Refusal.Reason, last: UInt64)
  /// It is invalid in this session.
  case invalid(Violation)

  /// Derives the outcome from the directives of an order.
  init(_ directives: [Directive], of kind: InteractionEvent.Kind) {
    let last = directives.last?.sequence ?? 0
    // A failed login is carried out as ordered, even though a tab is refused as a result.
    if case .account = kind {
      self = .carriedOut(last: last)
      return
    }
    for directive in directives {
      guard case .command = directive.cause else { continue }
      for case .refusal(let refusal) in directive.effects {
        self = .refused(refusal.reason, last: last)
        return
      }
    }
    self = .carriedOut(last: last)
  }

  /// The directive after which the client has the command; 0 if there is none.
  var last: UInt64 {
    switch self {
    case .carriedOut(let last), .refused(_, let last): last
    case .invalid: 0
    }
  }
}
