import InteractionCore
import InteractionTrace

/// A finger's touch, from touch-down to lift.
struct TouchTrack {
  struct TouchPoint {
    var time: Instant
    var point: Point
  }

  /// The key of the touch: events with the same key move it.
  private var key: String
  private(set) var places: [TouchPoint]
  private var isDown = true
  /// A Boolean value that indicates whether only distances are known, not positions.
  private var isGuessed = false

  private init(_ key: String, _ point: Point, at time: Instant) {
    (self.key, self.places) = (key, [TouchPoint(time: time, point: point)])
  }

  /// The time of the lift.
  var end: Instant { self.places[self.places.count - 1].time }

  /// Returns the position at `time`; nil outside the touch.
  func point(at time: Instant) -> Point? {
    guard time >= self.places[0].time, time <= self.end else { return nil }
    return self.places.last { $0.time <= time }?.point
  }

  /// Returns all touches of a recording. Where the client reports only the effect of a finger, the
  /// touch is placed in the middle of the screen; a tap is placed at the item's centre, from `tab`.
  static func all(
    in trace: Trace, tab: (Int, Instant) -> Point?
  ) -> [TouchTrack] {
    var contacts: [TouchTrack] = []
    var size = trace.header.surface.viewport
    func follow(_ key: String, to point: Point, at time: Instant, isLast: Bool) {
      guard let index = contacts.lastIndex(where: { $0.key == key && $0.isDown }) else { return }
      contacts[index].places.append(TouchPoint(time: time, point: point))
      contacts[index].isDown = !isLast
    }
    var starts: [String: (finger: Point, x: Double, y: Double)] = [:]
    /// Adds or moves a touch that is known only by the distance it has moved something.
    func drag(
      _ key: String, from start: Point, _ x: Double, _ y: Double, _ phase: Phase, at time: Instant
    ) {
      if phase == .began {
        starts[key] = (start, x, y)
        contacts.append(TouchTrack(key, start, at: time))
        contacts[contacts.count - 1].isGuessed = true
      }
      guard let begun = starts[key] else { return }
      let point = Point(x: begun.finger.x + begun.x - x, y: begun.finger.y + begun.y - y)
      follow(key, to: point, at: time, isLast: phase == .ended)
    }
    for event in trace.events {
      let time = event.time
      switch event.kind {
      case .surface(let surface): size = surface.viewport
      case .tapTab(let index):
        guard event.command == nil, let point = tab(index, time) else { continue }
        contacts.append(TouchTrack("tap", point, at: time))
        contacts[contacts.count - 1].isDown = false
      case .pointer(let pointer):
        let key = "pointer \(pointer.id)"
        if pointer.phase == .down { contacts.append(TouchTrack(key, pointer.position, at: time)) }
        let isLast = pointer.phase == .up || pointer.phase == .cancelled
        follow(key, to: pointer.position, at: time, isLast: isLast)
      case .scroll(let scroll):
        guard let phase = Phase(scroll.phase) else { continue }
        // A plausible start: near the top for a pull, below for a scroll, and on a banner for a
        // horizontal drag.
        let height = scroll.x != 0 ? 0.22 : scroll.y <= 0 ? 0.35 : 0.7
        let start = Point(x: size.width * 0.6, y: size.height * height)
        drag("list \(scroll.source)", from: start, scroll.x, scroll.y, phase, at: time)
      case .pageDrag(let page):
        let start = Point(x: size.width / 2, y: size.height / 2)
        let phase: Phase =
          switch page.phase {
          case .began: .began
          case .moved: .moved
          case .ended, .cancelled: .ended
          }
        let isAcross = page.subject != .scan
        let (x, y) = isAcross ? (-page.translation, 0) : (0, -page.translation)
        drag("pages", from: start, x, y, phase, at: time)
      default: continue
      }
    }
    return contacts.map { $0.isGuessed ? $0.fitted(into: size) : $0 }
  }

  /// Returns the touch moved into the reach of a thumb, with shorter distances if necessary.
  private func fitted(into size: Size) -> TouchTrack {
    var contact = self
    func fit(_ path: WritableKeyPath<Point, Double>, _ room: ClosedRange<Double>) {
      let values = self.places.map { $0.point[keyPath: path] }
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      let scale = min(1, (room.upperBound - room.lowerBound) / max(high - low, 1))
      let start = values[0]
      let least = room.lowerBound + (start - low) * scale
      let most = room.upperBound - (high - start) * scale
      for index in contact.places.indices {
        contact.places[index].point[keyPath: path] =
          min(max(start, least), most) + (values[index] - start) * scale
      }
    }
    fit(\.x, size.width * 0.15 ... size.width * 0.85)
    fit(\.y, size.height * 0.22 ... size.height * 0.8)
    return contact
  }

  private enum Phase {
    case began
    case moved
    case ended

    init?(_ phase: Scroll.Phase) {
      switch phase {
      case .began: self = .began
      case .moved: self = .moved
      case .ended, .cancelled: self = .ended
      default: return nil
      }
    }

  }
}
