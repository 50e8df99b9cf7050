import InteractionCore
import InteractionRandom

/// A seeded source of random events.
struct RandomEventSource: RandomNumberGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) {
    // By streams, which mix the seed: neighbouring seeds would otherwise share almost all numbers.
    self.random = SeededGenerator(seed: seed &+ 0x1234_5678_9ABC_DEF1, streams: [])
  }

  mutating func next() -> UInt64 { self.random.next() }

  mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0 ..< 1, using: &self) < part
  }

  mutating func below(_ count: Int) -> Int {
    Int.random(in: 0 ..< count, using: &self)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[self.below(elements.count)]
  }

  /// Returns the time until the next event; sometimes long enough for a watchdog.
  mutating func pause() -> TimeSpan {
    let longest: Int64 = self.chance(0.04) ? 4_000_000 : 120_000
    return TimeSpan(microseconds: Int64.random(in: 0 ... longest, using: &self))
  }

  /// Returns a pointer event on one of `targets`, of one of two fingers, in no order.
  mutating func finger(on targets: [ViewPath]) -> InteractionEvent.Kind {
    let phase = self.chance(0.55) ? .moved : self.pick(Pointer.Phase.allCases)
    return .pointer(
      Pointer(
        id: self.chance(0.85) ? 1 : 2, phase: phase, target: self.pick(targets),
        position: Point(x: self.number(0 ... 375), y: self.chance(0.8) ? 400 : 300)))
  }

  /// Returns a page drag event, in no order.
  mutating func drag(_ subject: PageDrag.Subject) -> InteractionEvent.Kind {
    let phase = self.chance(0.4) ? .moved : self.pick(PageDrag.Phase.allCases)
    return .pageDrag(
      PageDrag(
        subject, phase, translation: self.chance(0.1) ? 0 : self.number(-420 ... 420),
        velocity: self.chance(0.5) ? 0 : self.number(-900 ... 900), route: Self.route(of: subject)))
  }

  /// Returns all events of a page drag, as recognised by a client.
  mutating func wholeDrag(_ subject: PageDrag.Subject) -> [InteractionEvent.Kind] {
    let way = self.pick([-1.0, 1])
    var phases: [(PageDrag.Phase, Double)] = [(.began, way * 12)]
    phases.append((.moved, way * self.number(20 ... 380)))
    if self.chance(0.3) { phases.append((.moved, -way * self.number(1 ... 200))) }
    let end = way * self.number(-100 ... 380)
    phases.append((self.chance(0.85) ? .ended : .cancelled, end))
    let velocity = self.chance(0.6) ? 0 : self.number(-900 ... 900)
    return phases.map { phase, translation in
      .pageDrag(
        PageDrag(
          subject, phase, translation: translation, velocity: velocity,
          route: Self.route(of: subject)))
    }
  }

  /// Returns the route that a drag presents.
  private static func route(of subject: PageDrag.Subject) -> String {
    subject == .scan ? "scan" : ""
  }

  /// Returns the events of the same drag as a touch.
  mutating func wholeTouch(on target: ViewPath) -> [InteractionEvent.Kind] {
    let id: UInt32 = self.chance(0.8) ? 1 : 2
    let start = target == .backEdge ? 5 : self.number(0 ... 375)
    let end = self.number(0 ... 375)
    func touch(_ phase: Pointer.Phase, _ part: Double) -> InteractionEvent.Kind {
      let place = start + (end - start) * part
      // There is twice the distance vertically.
      return target.presentedRoute == nil
        ? .finger(phase, place, id: id, on: target)
        : .finger(phase, 200, place * 2, id: id, on: target)
    }
    let moves = [0.1, 0.3, 0.6, 0.9, 1].map { touch(.moved, $0) }
    return [touch(.down, 0)] + moves + [touch(self.chance(0.9) ? .up : .cancelled, 1)]
  }

  /// Returns the end of an animation: mostly of `directive`, otherwise of another one.
  mutating func animationEnd(of directive: UInt64?) -> InteractionEvent.Kind {
    let other = UInt64.random(in: 0 ... 60, using: &self)
    return .animationEnded(
      directive: self.chance(0.75) ? directive ?? other : other,
      outcome: self.chance(0.7) ? .finished : .cancelled)
  }

  /// Returns the surface after a rotation, possibly with another motion preference.
  mutating func surface(_ direction: Surface.Direction) -> Surface {
    var surface = self.chance(0.5) ? Surface.phone : .turnedPhone
    surface.direction = self.chance(0.8) ? direction : .leftToRight
    surface.reducedMotion = self.chance(0.3)
    return surface
  }
}

extension Surface {
  /// Returns a phone whose direction and motion preference depend on the seed.
  static func storm(_ seed: UInt64) -> Surface {
    var surface = Surface.phone
    surface.direction = seed % 4 < 2 ? .leftToRight : .rightToLeft
    surface.reducedMotion = seed % 8 >= 6
    return surface
  }
}
