import InteractionClient
import InteractionCore
import InteractionTrace
import Testing

/// The final state of a client.
struct ShownSession {
  var settings: [Setting] = []
  var directives = 0
  var opened: [OpenedSession] = []
  /// The reasons of the notices.
  var reasons: Set<NoticeReason?> = []

  init(_ session: InteractionSession) async throws {
    var model: ClientModel?
    for try await update in session.updates {
      switch update {
      case .opened(let opened):
        self.opened.append(opened)
        model = ClientModel(opened.snapshot)
      case .directive(let directive, _):
        self.directives += 1
        model?.apply(directive)
      case .notice(let notice): self.reasons.insert(notice.reason)
      case .storeFailed(let failure): Issue.record("\(failure)")
      }
    }
    self.settings = model?.snapshot.settings ?? []
  }
}

extension Trace {
  /// Returns the engine's state at the end of the trace.
  func finalSnapshot(with experience: Experience) -> Snapshot {
    var session = Session(experience: experience, surface: self.header.surface)
    _ = session.handle(self.openingEvent)
    for event in self.events { _ = session.handle(event) }
    return session.snapshot
  }
}
