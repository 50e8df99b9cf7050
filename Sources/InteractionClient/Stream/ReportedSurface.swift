import InteractionCore

/// The state of the app that a new session has to be told, since only events have brought it.
@available(InteractionEngine 1.0, *)
struct ReportedSurface: Sendable {
  /// The surface, if it has changed since the session was opened first.
  private(set) var environment: Environment?
  /// Whether swipes switch tabs, if the app has said so.
  private(set) var isSwipingOn: Bool?
  /// The newest content size of each list.
  private var contentSizes: [SourceID: Event.Kind] = [:]

  init(_ environment: Environment? = nil, isSwipingOn: Bool? = nil) {
    self.environment = environment
    self.isSwipingOn = isSwipingOn
  }

  mutating func follow(_ kind: Event.Kind) {
    switch kind {
    case .environment(let environment): self.environment = environment
    case .swiping(let isOn): self.isSwipingOn = isOn
    case .contentSize(let source, _): self.contentSizes[source] = kind
    default: break
    }
  }

  /// The events that repeat the content sizes, which `Open` has no field for (rule S4), without
  /// those that are pending anyway.
  func contentSizes(without pending: some Sequence<Event.Kind>) -> [Event.Kind] {
    let pending = Set(pending)
    return self.contentSizes.sorted { $0.key.name < $1.key.name }.map(\.value)
      .filter { !pending.contains($0) }
  }
}
