import InteractionHashing

/// Envoy's ring-hash load balancer: tells an engine which of its sessions belong to another engine.
///
/// All engines must have equal weight, and Envoy must know them by their names (`hash_key`).
package struct HashRing: Hashable, Sendable {
  /// Envoy's `minimum_ring_size`, as scripts/fleet configures it.
  package static let minimumPoints = 16_384

  private struct Point: Hashable, Sendable {
    let hash: UInt64
    let engine: Int
  }

  /// The engines' names, sorted.
  package let engines: [String]
  /// The ring's points, sorted by hash.
  private let points: [Point]

  package init(_ engines: some Sequence<String>, minimumPoints: Int = HashRing.minimumPoints) {
    let engines = Set(engines).sorted()
    self.engines = engines
    // Evenly divided, rounded up, as Envoy does for equal weights.
    let perEngine = engines.isEmpty ? 0 : (minimumPoints + engines.count - 1) / engines.count
    self.points = engines.indices.flatMap { engine in
      (0 ..< perEngine).map { point in
        Point(hash: XXHash64.hash("\(engines[engine])_\(point)"), engine: engine)
      }
    }.sorted { ($0.hash, $0.engine) < ($1.hash, $1.engine) }
  }

  /// Returns the engine that owns a key; nil if the ring is empty.
  package func owner(of key: String) -> String? {
    guard let first = self.points.first else { return nil }
    let hash = XXHash64.hash(key)
    var (low, high) = (0, self.points.count)
    while low < high {
      let middle = (low + high) / 2
      if self.points[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    let point = low < self.points.count ? self.points[low] : first
    return self.engines[point.engine]
  }

  /// One key for each engine, which owns it; keys are `all-0`, `all-1` and so on.
  package var keys: [String] { self.keysByEngine.values.sorted() }

  /// The same keys, by the name of the engine.
  package var keysByEngine: [String: String] {
    var keys: [String: String] = [:]
    var number = 0
    // An engine owns a share of the ring, so each is found after some multiple of their number.
    while keys.count < self.engines.count, number < 1_000 * self.engines.count {
      let key = "all-\(number)"
      if let owner = self.owner(of: key), keys[owner] == nil { keys[owner] = key }
      number += 1
    }
    return keys
  }
}
