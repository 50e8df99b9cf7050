import InteractionCore
import Testing

/// A test vector: the user's events, and the expected switches of the toggle in each preset.
struct Vector: Sendable, CustomTestStringConvertible {
  let id: String
  /// The events, with a toggle command first if the toggle starts with its other look.
  let events: [InteractionEvent]
  /// The switches: `look@offset` for samples, `look@phase` for other events.
  let literal: [String]
  let refined: [String]

  var testDescription: String { self.id }

  init(
    _ id: String, look: ToggleLook = .below, literal: [String], refined: [String],
    _ script: (inout ScrollScript) -> Void
  ) {
    var writer = ScrollScript()
    if look == .above { writer.order(.above) }
    script(&writer)
    self.id = id
    self.events = writer.events
    self.literal = literal
    self.refined = refined
  }
}

/// Builds the reports of a list, 16 ms apart.
struct ScrollScript {
  private(set) var events: [InteractionEvent] = []
  private var drag: UInt32 = 0
  private var y = 0.0
  var source = SourceID("home")

  mutating func order(_ look: ToggleLook) {
    self.append(.orderToggle(id: "rocket", look: look))
  }

  mutating func began(_ y: Double) {
    self.drag += 1
    self.report(.began, y)
  }

  mutating func moved(_ offsets: [Double]) {
    for y in offsets { self.report(.moved, y) }
  }

  mutating func moved(from first: Double, to last: Double, by step: Double) {
    self.moved(Array(stride(from: first, through: last, by: step)))
  }

  mutating func ended(_ velocity: Double = 0) { self.report(.ended, self.y, velocity: velocity) }
  mutating func decelerating(_ offsets: [Double]) {
    for y in offsets { self.report(.decelerating, y) }
  }
  mutating func settled() { self.report(.settled, self.y) }

  mutating func programmatic(from first: Double, to last: Double, by step: Double) {
    self.report(.programmaticBegan, first)
    for y in stride(from: first, through: last, by: step) { self.report(.programmaticMoved, y) }
    self.report(.programmaticEnded, last)
  }

  private mutating func report(_ phase: Scroll.Phase, _ y: Double, velocity: Double? = nil) {
    self.y = y
    let isMove = phase == .programmaticBegan || phase == .programmaticMoved
    let scroll = Scroll(
      source: self.source, drag: isMove || phase == .programmaticEnded ? 0 : self.drag,
      phase: phase, y: y, velocity: velocity)
    self.append(.scroll(scroll))
  }

  private mutating func append(_ kind: InteractionEvent.Kind) {
    let number = Int64(self.events.count)
    self.events.append(
      InteractionEvent(
        sequence: UInt64(number) + 1, time: Instant(microseconds: number * 16_000), kind: kind))
  }
}
