import Crypto
package import InteractionCore
import InteractionWire
import SwiftProtobuf

/// What a backend orders a session to do, under a name of its own.
@available(InteractionEngine 1.0, *)
package struct SessionCommand: Hashable, Sendable {
  /// What is ordered.
  package enum Order: Hashable, Sendable {
    /// An event as it is.
    case event(Event.Kind)
    /// A toggle's look; an empty name is the experience's first toggle (rule R10).
    case toggle(name: String, look: Look)
  }

  /// The backend's name for it.
  package var id: String
  /// What is ordered.
  package var order: Order

  package init(id: String, order: Order) {
    self.id = id
    self.order = order
  }

  /// A number for what is ordered, whatever its name.
  var contentHash: UInt32 {
    let content: any Message =
      switch self.order {
      case .event(let kind): Event(time: .zero, kind: kind).proto
      case .toggle(let name, let look):
        Event(time: .zero, kind: .orderToggle(id: name, look: look)).proto
      }
    let bytes: [UInt8] = (try? content.serializedBytes()) ?? []
    return SHA256.hash(data: bytes).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The event that it means in a session of `experience`.
  func kind(for experience: Experience) -> Event.Kind {
    switch self.order {
    case .event(let kind):
      kind
    case .toggle(let name, let look):
      .orderToggle(
        id: name.isEmpty ? experience.toggles.first?.id ?? "" : name, look: look)
    }
  }
}

/// What became of a command in one session.
@available(InteractionEngine 1.0, *)
package enum CommandOutcome: Hashable, Sendable {
  /// It was carried out; the client has heard of it when it has applied this directive, 0 if there
  /// was nothing to tell.
  case carriedOut(last: UInt64)
  /// The session refused it, and told its client so with this directive.
  case refused(Refusal.Reason, last: UInt64)
  /// It makes no sense in this session.
  case invalid(Violation)

  /// What `directives`, which an order led to, say of it.
  init(_ directives: [Directive], of kind: Event.Kind) {
    let last = directives.last?.sequence ?? 0
    // A login that failed is what was ordered, though a tab is refused for it.
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

  /// The directive that the client has to have applied.
  var last: UInt64 {
    switch self {
    case .carriedOut(let last), .refused(_, let last): last
    case .invalid: 0
    }
  }
}
