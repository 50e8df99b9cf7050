import InteractionHashing

/// The bucket of a user, 0 to 9999, which decides on a variant.
package enum Bucket {
  /// The number of buckets.
  package static let count = 10_000

  /// Returns XXH64 of the salt, a zero byte and the key's UTF-8 bytes, modulo ``count``.
  ///
  /// The key is not normalized: composed and decomposed names are two users.
  package static func of(_ key: String, salt: String) -> Int {
    Int(XXHash64.hash(Array(salt.utf8) + [0] + Array(key.utf8)) % UInt64(Self.count))
  }
}
