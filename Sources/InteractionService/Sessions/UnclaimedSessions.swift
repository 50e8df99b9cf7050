/// Sessions that single calls opened and that no further call has used, the oldest first.
///
/// They cost their caller one call and no connection: where places are short, they give way.
@available(InteractionEngine 1.0, *)
struct UnclaimedSessions: Sendable {
  private var numbers: [String: UInt64] = [:]
  /// In order; some have been removed since.
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

  /// The one that was opened first; nil if there is none.
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
