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

/// Feeds a session with a workload.
struct Feeder {
  private var session: Session
  private let loop: [InteractionEvent.Kind]
  private let beginsNewDrags: Bool
  private var time: Int64 = 0
  private var place = 0
  private var round: UInt32 = 0

  init(_ workload: Workload) {
    self.session = Session(experience: workload.experience, surface: .phone)
    self.loop = workload.loop
    self.beginsNewDrags = workload.beginsNewDrags
    for kind in workload.warmUp { _ = self.feed(kind) }
  }

  /// Feeds a number of events. Returns the number of directives.
  @discardableResult
  mutating func feed(_ number: Int) -> Int {
    var directives = 0
    for _ in 0 ..< number {
      var kind = self.loop[self.place]
      if self.beginsNewDrags, case .scroll(var scroll) = kind {
        scroll.drag += self.round
        kind = .scroll(scroll)
      }
      directives += self.feed(kind)
      self.place += 1
      if self.place == self.loop.count {
        self.place = 0
        self.round += 1
      }
    }
    return directives
  }

  private mutating func feed(_ kind: InteractionEvent.Kind) -> Int {
    self.time += 16_000
    return self.session.handle(InteractionEvent(time: Instant(microseconds: self.time), kind: kind))
      .count
  }
}
