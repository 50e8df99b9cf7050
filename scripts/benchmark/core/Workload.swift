import InteractionCore

/// Events of one kind, again and again, and what one of them may cost.
struct Workload {
  /// What one event may cost in a release build. A time says little on another machine;
  /// instructions and allocations are the same on each.
  struct Budget {
    var nanoseconds: Int
    var instructions: Int
    var allocations: Double
  }

  let name: String
  let experience: Experience
  /// What comes before.
  var warmUp: [Event.Kind] = []
  /// What comes again and again.
  let loop: [Event.Kind]
  let budget: Budget

  init(
    _ name: String, of experience: Experience = .refined, after warmUp: [Event.Kind] = [],
    _ loop: [Event.Kind], atMost nanoseconds: Int, _ instructions: Int, _ allocations: Double
  ) {
    self.name = name
    self.experience = experience
    self.warmUp = warmUp
    self.loop = loop
    self.budget = Budget(
      nanoseconds: nanoseconds, instructions: instructions, allocations: allocations)
  }
}

/// Feeds a session with a workload.
struct Feeder {
  private var session: Session
  private let loop: [Event.Kind]
  private var time: Int64 = 0
  private var place = 0

  init(_ workload: Workload) {
    self.session = Session(experience: workload.experience, environment: .phone)
    self.loop = workload.loop
    for kind in workload.warmUp { _ = self.feed(kind) }
  }

  /// Feeds so many events. Returns how many directives came of them.
  @discardableResult
  mutating func feed(_ number: Int) -> Int {
    var directives = 0
    for _ in 0 ..< number {
      directives += self.feed(self.loop[self.place])
      self.place = self.place + 1 == self.loop.count ? 0 : self.place + 1
    }
    return directives
  }

  private mutating func feed(_ kind: Event.Kind) -> Int {
    self.time += 16_000
    return self.session.handle(Event(time: Instant(microseconds: self.time), kind: kind)).count
  }
}
