import InteractionCore

/// The state of the app that only events report, which a new session has to be sent again.
struct RepeatedState: Sendable {
  /// The surface, if it has changed since the first opening.
  private(set) var surface: Surface?
  /// True if swipes switch tabs; nil if the app has not reported it.
  private(set) var isSwipingOn: Bool?
  /// The newest content-size event of each list.
  private var contentSizes: [SourceID: InteractionEvent.Kind] = [:]

  init(_ surface: Surface? = nil, isSwipingOn: Bool? = nil) {
    self.surface = surface
    self.isSwipingOn = isSwipingOn
  }

  mutating func follow(_ kind: InteractionEvent.Kind) {
    switch kind {
    case .surface(let surface): self.surface = surface
    case .swiping(let isOn): self.isSwipingOn = isOn
    case .contentSize(let source, _): self.contentSizes[source] = kind
    default: break
    }
  }

  /// Returns the events that repeat the content sizes, for which `Open` has no field (rule S4),
  /// except those that are pending.
  func contentSizes(without pending: some Sequence<InteractionEvent.Kind>) -> [InteractionEvent
    .Kind]
  {
    let pending = Set(pending)
    return self.contentSizes.sorted { $0.key.name < $1.key.name }.map(\.value)
      .filter { !pending.contains($0) }
  }
}
