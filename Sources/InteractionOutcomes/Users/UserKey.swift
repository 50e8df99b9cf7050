/// A user, by the UTF-8 bytes of the name; without a name by those of the session's.
///
/// Strings would be compared by canonical equivalence, which makes one user of two names that have
/// different buckets.
struct UserKey: Hashable, Sendable {
  let bytes: [UInt8]
  /// A Boolean value that indicates whether the user has no name.
  let isSession: Bool

  init(user: String, session: String) {
    self.isSession = user.isEmpty
    self.bytes = Array((user.isEmpty ? session : user).utf8)
  }
}

extension UserKey: Comparable {
  static func < (one: UserKey, other: UserKey) -> Bool {
    one.isSession == other.isSession
      ? one.bytes.lexicographicallyPrecedes(other.bytes) : !one.isSession
  }
}
