import Synchronization

extension Atomic where Value == Double {
  /// Adds to the number; nothing is lost when others do the same.
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
