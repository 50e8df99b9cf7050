/// A variant and the first one, with the users who are compared.
struct VariantPair: Hashable, Sendable {
  /// The users of a comparison, by variant.
  struct Group: Hashable, Sendable {
    var first: [CountedUser] = []
    var other: [CountedUser] = []
  }

  /// The name of the first variant.
  var first: String
  /// The name of the variant that is compared with it.
  var other: String
  /// The numbers of buckets of both.
  var buckets: [Int]
  var users: Group
  /// The users without a session that the variants decide otherwise; nil if all are compared.
  var rest: Group?
  /// The number of recordings that count as different because their replay is not complete.
  var incompleteReplays = 0

  /// The ratio of the users who are compared.
  var sampleRatio: SampleRatio {
    SampleRatio([self.users.first.count, self.users.other.count], weights: self.buckets)
  }
}

extension OutcomeUsers {
  /// The ratio of all users.
  var sampleRatio: SampleRatio {
    var counts = self.variants.map { _ in 0 }
    for user in self.users { counts[user.variant] += 1 }
    return SampleRatio(counts, weights: self.buckets)
  }

  /// The comparisons of all users.
  var pairs: [VariantPair] {
    self.variants.indices.dropFirst().map { index in
      VariantPair(
        first: self.variants[0], other: self.variants[index],
        buckets: [self.buckets[0], self.buckets[index]],
        users: VariantPair.Group(
          first: self.users.filter { $0.variant == 0 },
          other: self.users.filter { $0.variant == index }))
    }
  }
}
