import InteractionCore

/// The active drags and fingers, for heartbeats (rule S3), and the lists' offsets.
struct ActiveTouches: Hashable, Sendable {
  /// A pointer ID that represents the finger of a page drag from the app's own recognizer.
  private static let pageDragPointer = UInt32.max
  /// The maximum number of fingers in a heartbeat.
  private static let maximumPointers = 16

  private var held: [SourceID: UInt32] = [:]
  private var fingers: Set<UInt32> = []
  /// The lists' offsets, that of the newest scroll last.
  private var positions: [RestoredState.Offset] = []

  init() {}

  /// Restores the lists' offsets, with no drag or finger down.
  init(at offsets: [RestoredState.Offset]) {
    self.positions = offsets
  }

  /// The active drags, by list.
  var drags: [HeldDrag] {
    self.held.map { HeldDrag(source: $0.key, drag: $0.value) }
      .sorted { $0.source.name < $1.source.name }
  }

  /// The IDs of the fingers that are down.
  var pointers: [UInt32] { Array(self.fingers.sorted().prefix(Self.maximumPointers)) }

  /// A Boolean value that indicates whether no drag or finger is active, so that the session can
  /// change servers.
  var isEmpty: Bool { self.held.isEmpty && self.fingers.isEmpty }

  /// The newest offset of each list that has scrolled or is shown, by source. A list that was shown
  /// before the app named it has two (rule S9): the engine takes the last one.
  var offsets: [RestoredState.Offset] {
    // The sort is stable: the lists of a source keep their order.
    self.positions.sorted { $0.source.name < $1.source.name }
  }

  mutating func follow(_ kind: InteractionEvent.Kind) {
    switch kind {
    case .scroll(let scroll):
      var offset = RestoredState.Offset(source: scroll.source, y: scroll.y)
      if let shown = self.shownIndex(of: scroll.source) {
        offset = self.positions.remove(at: shown)
        offset.y = scroll.y
      }
      self.positions.append(offset)
      switch scroll.phase {
      case .began, .moved: self.held[scroll.source] = scroll.drag
      case .ended, .cancelled, .decelerating, .settled: self.held[scroll.source] = nil
      case .programmaticBegan, .programmaticMoved, .programmaticEnded: break
      }
    case .pointer(let pointer):
      switch pointer.phase {
      case .down, .moved: self.fingers.insert(pointer.id)
      case .up, .cancelled: self.fingers.remove(pointer.id)
      }
    case .pageDrag(let drag):
      switch drag.phase {
      case .began, .moved: self.fingers.insert(Self.pageDragPointer)
      case .ended, .cancelled: self.fingers.remove(Self.pageDragPointer)
      }
    case .listShown(let source, let list):
      for index in self.positions.indices where self.positions[index].source == source {
        self.positions[index].isShown = self.positions[index].list == list
      }
      // Before the offset of the list without a name, which may be this list.
      if self.shownIndex(of: source) == nil {
        self.positions.insert(RestoredState.Offset(source: source, y: 0, list: list), at: 0)
      }
      self.held[source] = nil
    default:
      break
    }
  }

  /// Returns the index of the source's shown list; nil if it has no offset.
  private func shownIndex(of source: SourceID) -> Int? {
    self.positions.lastIndex { $0.source == source && $0.isShown }
  }
}
