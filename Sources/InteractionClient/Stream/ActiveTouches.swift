import InteractionCore

/// The active drags and fingers, for heartbeats (rule S3), and the lists' offsets.
@available(InteractionEngine 1.0, *)
struct ActiveTouches: Hashable, Sendable {
  /// A pointer ID that represents the finger of a page drag from the app's own recognizer.
  private static let pageDragPointer = UInt32.max
  /// The maximum number of fingers in a heartbeat.
  private static let maximumPointers = 16

  private var held: [SourceID: UInt32] = [:]
  private var fingers: Set<UInt32> = []
  private var positions: [ListID: Double] = [:]
  /// The names of the lists that are shown, of the sources that have several (rule S9).
  private var shown: [SourceID: String] = [:]

  /// A list of a source; its name is empty for a single one.
  private struct ListID: Hashable {
    let source: SourceID
    let name: String
  }

  init() {}

  /// Restores the lists' offsets, with no drag or finger down.
  init(at offsets: [RestoredState.Offset]) {
    for offset in offsets {
      self.positions[ListID(source: offset.source, name: offset.list)] = offset.y
      if offset.isShown && !offset.list.isEmpty { self.shown[offset.source] = offset.list }
    }
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

  /// The newest offset of each list that has scrolled.
  var offsets: [RestoredState.Offset] {
    self.positions.map { list, y in
      RestoredState.Offset(
        source: list.source, y: y, list: list.name,
        isShown: self.shown[list.source, default: ""] == list.name)
    }
    .sorted { ($0.source.name, $0.list) < ($1.source.name, $1.list) }
  }

  mutating func follow(_ kind: InteractionEvent.Kind) {
    switch kind {
    case .scroll(let scroll):
      self.positions[self.list(of: scroll.source)] = scroll.y
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
      self.shown[source] = list
      self.held[source] = nil
      self.positions[self.list(of: source), default: 0] += 0
    default:
      break
    }
  }

  private func list(of source: SourceID) -> ListID {
    ListID(source: source, name: self.shown[source, default: ""])
  }
}
