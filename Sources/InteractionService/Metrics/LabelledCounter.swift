import Metrics
import Synchronization

/// Counters of one name, one for each value of a label. Those that are known are there from the
/// start, so that a monitor sees the first increment; another is made when it is needed.
@available(InteractionEngine 1.0, *)
final class LabelledCounter: Sendable {
  private let name: String
  private let label: String
  private let counters = Mutex(Counters())

  private struct Counters {
    var all: [String: Counter] = [:]
    /// The one that counted last, which mostly counts next.
    var last: (value: String, counter: Counter)?
  }

  init(_ name: String, by label: String, of values: some Sequence<String>) {
    self.name = name
    self.label = label
    self.counters.withLock { counters in
      for value in values {
        counters.all[value] = Counter(label: name, dimensions: [(label, value)])
      }
    }
  }

  /// The counter of one kind.
  func counter(of value: String) -> Counter {
    self.counters.withLock {
      $0.all[value] ?? Counter(label: self.name, dimensions: [(self.label, value)])
    }
  }

  /// Counts something of that kind.
  func increment(_ value: String, by count: Int64 = 1) {
    let counter = self.counters.withLock { counters in
      if let last = counters.last, last.value == value { return last.counter }
      let counter =
        counters.all[value] ?? Counter(label: self.name, dimensions: [(self.label, value)])
      counters.all[value] = counter
      counters.last = (value, counter)
      return counter
    }
    counter.increment(by: count)
  }
}
