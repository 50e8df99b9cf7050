import Metrics
import Synchronization

/// Counters of one name, one per value of a label. Counters of known values exist from the start,
/// so that a monitor sees the first increment; others are created on demand.
@available(InteractionEngine 1.0, *)
final class LabelledCounter: Sendable {
  private let name: String
  private let label: String
  private let counters = Mutex(Counters())

  private struct Counters {
    var all: [String: Counter] = [:]
    /// The last counter used, which is usually the next one, too.
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

  /// Returns the counter of a label value.
  func counter(of value: String) -> Counter {
    self.counters.withLock {
      $0.all[value] ?? Counter(label: self.name, dimensions: [(self.label, value)])
    }
  }

  /// Increments the counter of a label value.
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
