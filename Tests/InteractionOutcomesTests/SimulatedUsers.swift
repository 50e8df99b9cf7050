import InteractionRandom

/// Users of unequal activity: 1 to 40 sessions, and more rockets per session of the active ones.
struct SimulatedUsers {
  /// A user's sessions, and the rockets in them.
  struct User {
    var sessions: Double
    var rockets: Double
  }

  private var generator: SeededGenerator
  private var bits: UInt64 = 0
  private var rest = 0

  init(seed: UInt64, streams: [UInt64] = []) {
    self.generator = SeededGenerator(seed: seed, streams: streams)
  }

  /// Returns a number below `bound`, at most 65,536.
  mutating func next(below bound: UInt64) -> UInt64 {
    if self.rest == 0 {
      self.bits = self.generator.next()
      self.rest = 4
    }
    defer {
      self.bits >>= 16
      self.rest -= 1
    }
    return ((self.bits & 0xFFFF) * bound) >> 16
  }

  /// Returns how active a user is: 1 to 20, mostly little.
  mutating func activity() -> UInt64 {
    switch self.next(below: 100) {
    case ..<55: 1 + self.next(below: 2)
    case ..<90: 2 + self.next(below: 5)
    default: 6 + self.next(below: 15)
    }
  }

  /// Returns a user's next sessions.
  ///
  /// - Parameter share: The share of sessions that have as many rockets again, of 65,536.
  mutating func user(activity: UInt64, more share: UInt64 = 0) -> User {
    let sessions = 1 + self.next(below: 2 * activity)
    var rockets: UInt64 = 0
    for _ in 0 ..< sessions {
      let new = self.next(below: 3 + activity / 4)
      rockets += new
      if share > 0, self.next(below: 65_536) < share { rockets += new }
    }
    return User(sessions: Double(sessions), rockets: Double(rockets))
  }

  mutating func user(more share: UInt64 = 0) -> User {
    let activity = self.activity()
    return self.user(activity: activity, more: share)
  }
}
