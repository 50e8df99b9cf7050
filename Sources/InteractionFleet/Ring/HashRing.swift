/// Where Envoy's ring hash sends a key, computed as Envoy does: with it an engine knows which of
/// its sessions belong to another.
///
/// All engines must be of equal weight, and known to Envoy by their names (`hash_key`).
package struct HashRing: Hashable, Sendable {
  /// Envoy's `minimum_ring_size`, as scripts/fleet configures it.
  package static let minimumPoints = 16_384

  private struct Point: Hashable, Sendable {
    let hash: UInt64
    let engine: Int
  }

  /// By name.
  package let engines: [String]
  /// By hash.
  private let points: [Point]

  package init(_ engines: some Sequence<String>, minimumPoints: Int = HashRing.minimumPoints) {
    let engines = Set(engines).sorted()
    self.engines = engines
    // How many an engine has depends on how many engines there are.
    let perEngine = engines.isEmpty ? 0 : (minimumPoints + engines.count - 1) / engines.count
    self.points = engines.indices.flatMap { engine in
      (0 ..< perEngine).map { point in
        Point(hash: XXHash64.hash("\(engines[engine])_\(point)"), engine: engine)
      }
    }.sorted { ($0.hash, $0.engine) < ($1.hash, $1.engine) }
  }

  /// The engine that a key belongs to; nil if there is none.
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
}
