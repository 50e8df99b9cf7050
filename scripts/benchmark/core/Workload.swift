import InteractionCore
import Measuring

/// A loop of events of one kind, with the budget of one event.
struct Workload {
  let name: String
  let experience: Experience
  /// The events before the loop.
  var warmUp: [InteractionEvent.Kind] = []
  /// The events that are repeated.
  let loop: [InteractionEvent.Kind]
  /// A Boolean value that indicates whether each round of the loop is a new drag.
  let beginsNewDrags: Bool
  /// A Boolean value that indicates whether the loop must lead to directives. A decision workload
  /// fails if it yields none.
  let decides: Bool
  let budget: Budget

  init(
    _ name: String, of experience: Experience = .refined,
    after warmUp: [InteractionEvent.Kind] = [],
    _ loop: [InteractionEvent.Kind], beginsNewDrags: Bool = false, decides: Bool = false,
    atMost nanoseconds: Int, _ instructions: Int, _ allocations: Double
  ) {
    self.name = name
    self.experience = experience
    self.warmUp = warmUp
    self.loop = loop
    self.beginsNewDrags = beginsNewDrags
    self.decides = decides
    self.budget = Budget(
      nanoseconds: nanoseconds, instructions: instructions, allocations: allocations)
  }
}

/// Feeds a session with a workload. The events are made once, so that their copies do not count.
struct Feeder {
  private var session: Session
  private var events: [InteractionEvent]
  private let beginsNewDrags: Bool
  private var time: Int64 = 0
  private var place = 0

  init(_ workload: Workload) {
    self.session = Session(experience: workload.experience, surface: .phone)
    self.events = workload.warmUp.map { InteractionEvent(time: .zero, kind: $0) }
    self.beginsNewDrags = workload.beginsNewDrags
    self.feed(self.events.count)
    self.events = workload.loop.map { InteractionEvent(time: .zero, kind: $0) }
  }

  /// Feeds a number of events. Returns the number of directives.
  @discardableResult
  mutating func feed(_ number: Int) -> Int {
    var directives = 0
    for _ in 0 ..< number {
      self.time += 16_000
      self.events[self.place].time = Instant(microseconds: self.time)
      directives += self.session.handle(self.events[self.place]).count
      self.place += 1
      if self.place == self.events.count { self.beginRound() }
    }
    return directives
  }

  private mutating func beginRound() {
    self.place = 0
    guard self.beginsNewDrags else { return }
    for index in self.events.indices {
      guard case .scroll(var scroll) = self.events[index].kind else { continue }
      scroll.drag += 1
      self.events[index].kind = .scroll(scroll)
    }
  }
}
