import InteractionRandom
import Testing

@testable import InteractionVariants

@Suite("Allocation of buckets")
struct AllocationTests {
  private typealias Demand = BucketAllocation.Demand

  private func fit(
    _ allocation: BucketAllocation, _ demands: [(String, Int?)]
  ) -> BucketAllocation {
    var fitted = allocation
    fitted.fit(demands.map { Demand(name: $0.0, buckets: $0.1) })
    return fitted
  }

  @Test("the first variant has the rest")
  func rest() {
    let allocation = self.fit(BucketAllocation(), [("a", nil), ("b", 500), ("c", 500)])
    #expect(
      allocation.ranges == ["a": [1_000 ..< 10_000], "b": [0 ..< 500], "c": [500 ..< 1_000]])
  }

  @Test("growing adds, shrinking takes what was added last")
  func growAndShrink() {
    let first = self.fit(BucketAllocation(), [("a", nil), ("b", 500), ("c", 500)])
    let grown = self.fit(first, [("a", nil), ("b", 1_000), ("c", 500)])
    #expect(grown.ranges["b"] == [0 ..< 500, 1_000 ..< 1_500])
    #expect(grown.ranges["c"] == [500 ..< 1_000])
    let shrunk = self.fit(grown, [("a", nil), ("b", 700), ("c", 500)])
    #expect(shrunk.ranges["b"] == [0 ..< 500, 1_000 ..< 1_200])
    #expect(shrunk.ranges["a"] == [1_200 ..< 10_000])
    #expect(self.fit(shrunk, [("a", nil), ("b", 500), ("c", 500)]) == first)
  }

  @Test("an unowned bucket is taken before one of another variant")
  func unowned() {
    let first = self.fit(BucketAllocation(), [("a", 500), ("b", 500)])
    let changed = self.fit(first, [("a", 200), ("b", 800)])
    #expect(changed.ranges == ["a": [0 ..< 200], "b": [500 ..< 1_300]])
    let full = self.fit(changed, [("a", 200), ("b", 9_800)])
    #expect(full.ranges["b"].map(BucketAllocation.count) == 9_800)
  }

  @Test("only changed shares move buckets, in random publications")
  func random() {
    var generator = SeededGenerator(seed: 40)
    for _ in 0 ..< RandomCases.count(40, of: 4_000) {
      var allocation = BucketAllocation()
      for _ in 0 ..< 8 {
        let before = allocation
        let names = ["a", "b", "c", "d"].prefix(.random(in: 2 ... 4, using: &generator))
        var left = Bucket.count
        let hasRest = Bool.random(using: &generator)
        let demands = names.enumerated().map { index, name in
          let size = Int.random(in: 0 ... left / 10, using: &generator) * 10
          if index == 0, hasRest { return (name, nil as Int?) }
          left -= size
          return (name, size)
        }
        allocation = self.fit(before, demands)
        let owners = Self.owners(allocation)
        #expect(owners.count == allocation.ranges.values.joined().reduce(0) { $0 + $1.count })
        let old = Self.owners(before)
        for (name, size) in demands {
          let now = Set(owners.filter { $0.value == name }.keys)
          let then = Set(old.filter { $0.value == name }.keys)
          guard let size else { continue }
          #expect(now.count == size)
          // A variant only grows, or only shrinks.
          #expect(now.isSuperset(of: then) || now.isSubset(of: then))
        }
      }
    }
  }

  private static func owners(_ allocation: BucketAllocation) -> [Int: String] {
    var owners: [Int: String] = [:]
    for (name, ranges) in allocation.ranges {
      for bucket in ranges.joined() { owners[bucket] = name }
    }
    return owners
  }
}
