public import InteractionCore
import InteractionReplay
import InteractionWire

/// The first place in a session at which the two versions show something else.
public struct FirstDifference: Hashable, Sendable {
  /// The difference in words, without numbers that vary from session to session: sessions with the
  /// same text form a group.
  public let text: String
  /// The time since the opening.
  public let time: TimeSpan

  /// The difference of two snapshots at the opening; nil if there is none.
  init?(old: Snapshot, new: Snapshot) {
    let former = Set(old.settings.map(\.state))
    let labels = new.settings.filter { !former.contains($0.state) }.map(\.state.label)
    let gone = Set(old.settings.map(\.aspect)).subtracting(new.settings.map(\.aspect))
    guard !labels.isEmpty || !gone.isEmpty else { return nil }
    let kinds = Set(labels).sorted() + (gone.isEmpty ? [] : ["a setting less"])
    self.text = "at the opening: another \(kinds.joined(separator: ", "))"
    self.time = .zero
  }

  /// The difference of the directives after an event.
  init(old: [Directive], new: [Directive], after event: InteractionEvent, since start: Instant) {
    let (before, after) = (Self.words(old), Self.words(new))
    let change =
      if before.isEmpty {
        "+ \(after)"
      } else if after.isEmpty {
        "- \(before)"
      } else if before == after {
        "± \(after)"
      } else {
        "\(before) → \(after)"
      }
    self.text = "after \(Self.words(event)): \(change)"
    self.time = event.time - start
  }

  private static func words(_ directives: [Directive]) -> String {
    directives.map { TimelineText.outline($0) }.joined(separator: "; ")
  }

  private static func words(_ event: InteractionEvent) -> String {
    guard case .scroll(let scroll) = event.kind else { return event.kind.label }
    return "scroll \(scroll.source) \(scroll.phase.word)"
  }
}
