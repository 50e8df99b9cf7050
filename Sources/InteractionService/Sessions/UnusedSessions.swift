/// The sessions that unary calls opened and no further call has used, oldest first.
///
/// They cost their caller one call and no connection, so they are displaced when capacity is short.
@available(InteractionEngine 1.0, *)
struct UnusedSessions: Sendable {
  private var numbers: [String: UInt64] = [:]
  /// The sessions in order, including some that were removed.
  private var queue: [(session: String, number: UInt64)] = []
  private var first = 0
  private var last: UInt64 = 0

  mutating func insert(_ session: String) {
    self.last += 1
    self.numbers[session] = self.last
    self.queue.append((session, self.last))
    self.compact()
  }

  mutating func remove(_ session: String) {
    self.numbers[session] = nil
  }

  /// Returns the oldest session; nil if there is none.
  mutating func oldest() -> String? {
    while self.first < self.queue.count {
      let (session, number) = self.queue[self.first]
      if self.numbers[session] == number { return session }
      self.first += 1
    }
    return nil
  }

  private mutating func compact() {
    guard self.queue.count > 2 * self.numbers.count + 64 else { return }
    self.queue = self.queue[self.first...].filter { self.numbers[$0.session] == $0.number }
    self.first = 0
  }
}
