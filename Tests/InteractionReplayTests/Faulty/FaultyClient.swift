import InteractionCore
import InteractionRandom
import InteractionReplay

/// A client with plausible gestures of one or two fingers, whose reports are then lost, duplicated,
/// delayed, reordered and misnumbered.
struct FaultyClient {
  let experience: Experience
  var random: SeededGenerator
  /// The events in order of time.
  var events: [InteractionEvent] = []
  /// The latest drag number of each list.
  var drags: [SourceID: UInt32] = [:]

  /// Makes a client whose faults and gestures are determined by `seed`.
  init(seed: UInt64, of experience: Experience) {
    self.experience = experience
    // Neighbouring seeds would otherwise share almost all numbers.
    var seeds = SeededGenerator(seed: seed)
    self.random = SeededGenerator(seed: seeds.next())
  }

  /// Returns the reports in order of arrival, without those that the engine would reject.
  mutating func report() -> [InteractionEvent] {
    var start = Int64(0)
    for _ in 0 ..< 6 + self.below(8) {
      self.gesture(at: start)
      // The next gesture may begin before this one ends: with another finger, or on another list.
      start += Int64(self.below(self.chance(0.3) ? 200 : 1_500))
    }
    self.events.sort { $0.time < $1.time }
    return self.injured(self.events)
  }

  /// Returns the reports with faults.
  private mutating func injured(_ events: [InteractionEvent]) -> [InteractionEvent] {
    var arrivals: [(place: Double, event: InteractionEvent)] = []
    let harm = self.number(0 ... 0.15)
    var jumpsBack = self.chance(0.2)
    for (place, event) in events.enumerated() {
      if self.chance(harm) { continue }
      var event = event
      if jumpsBack, self.chance(0.1), case .scroll(var scroll) = event.kind, scroll.drag > 0 {
        scroll.drag = UInt32(1 + self.below(Int(scroll.drag) + 2))
        event.kind = .scroll(scroll)
        jumpsBack = self.chance(0.8)
      }
      let delay = self.chance(harm) ? self.number(0 ... 12) : 0
      // A delayed report keeps its time, or gets that of its sending.
      if delay > 0, self.chance(0.5) {
        event.time = event.time + .milliseconds(Int64(delay * 30))
      }
      arrivals.append((Double(place) + delay, event))
      while self.chance(harm) {
        arrivals.append((Double(place) + self.number(0 ... 12), event))
      }
    }
    // By arrival; `sort` is not guaranteed to be stable.
    let order = arrivals.indices.sorted {
      (arrivals[$0].place, $0) < (arrivals[$1].place, $1)
    }
    return order.enumerated().map { number, index in
      var event = arrivals[index].event
      event.sequence = UInt64(number + 1)
      return event
    }
  }

  mutating func add(_ kind: InteractionEvent.Kind, at time: Int64) {
    self.events.append(InteractionEvent(time: .zero + .milliseconds(time), kind: kind))
  }
}

extension FaultyClient {
  mutating func chance(_ part: Double) -> Bool { self.number(0 ... 1) < part }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0 ..< count, using: &self.random) }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self.random)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[self.below(elements.count)]
  }
}
