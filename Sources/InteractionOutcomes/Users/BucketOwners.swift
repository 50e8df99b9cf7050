import InteractionWire

/// The variants that own the buckets, in one document or in several.
struct BucketOwners: Hashable, Sendable {
  static let count = 10_000

  /// The variants in the order of the document; the first is the one that others are compared with.
  let variants: [String]
  /// The index of the variant, by bucket; nil if none owns it.
  private var owners: [Int?]

  /// Creates the owners from the ranges of each variant. Ranges that do not exist are ignored.
  init(_ ranges: [(variant: String, buckets: [Range<Int>])]) {
    self.variants = ranges.map(\.variant)
    self.owners = Array(repeating: nil, count: Self.count)
    for (index, variant) in ranges.enumerated() {
      for range in variant.buckets {
        for bucket in range.clamped(to: 0 ..< Self.count) { self.owners[bucket] = index }
      }
    }
  }

  private static let maximumRanges = 256

  /// Creates the owners from a recording; nil if it has none, or more than a document can have.
  init?(_ protos: [Proto.VariantBuckets]) {
    guard !protos.isEmpty, protos.allSatisfy({ $0.ranges.count <= Self.maximumRanges }) else {
      return nil
    }
    self.init(
      protos.map { proto in
        let ranges = proto.ranges.filter { $0.first < $0.end }
        return (proto.variant, ranges.map { Int($0.first) ..< Int($0.end) })
      })
  }

  func owner(of bucket: Int) -> String? {
    guard self.owners.indices.contains(bucket) else { return nil }
    return self.owners[bucket].map { self.variants[$0] }
  }

  /// Returns the buckets that the same variant owns here and in all other documents.
  func common(with others: [BucketOwners]) -> BucketOwners {
    var common = self
    for bucket in self.owners.indices {
      let owner = self.owner(of: bucket)
      if others.contains(where: { $0.owner(of: bucket) != owner }) { common.owners[bucket] = nil }
    }
    return common
  }

  /// The number of buckets, by variant.
  var counts: [Int] {
    var counts = self.variants.map { _ in 0 }
    for case let owner? in self.owners { counts[owner] += 1 }
    return counts
  }
}
