import Synchronization

extension Atomic where Value == Double {
  /// Adds to the number atomically.
  func add(_ amount: Double) {
    var present = self.load(ordering: .relaxed)
    while true {
      let (isDone, original) = self.weakCompareExchange(
        expected: present, desired: present + amount, ordering: .relaxed)
      if isDone { return }
      present = original
    }
  }
}
