/// The users who count, each in the variant that owns the bucket.
struct OutcomeUsers: Hashable, Sendable {
  /// The share of users with two variants that is an alarm.
  static let alarmingShare = 0.01

  /// The variants that own buckets throughout; the others are compared with the first.
  let variants: [String]
  /// The number of buckets that each variant owns throughout.
  let buckets: [Int]
  /// The users in the order of their keys.
  let users: [CountedUser]
  /// The number of users who had sessions of two variants; they do not count.
  let usersOfTwo: Int
  /// The number of sessions that do not count, by reason.
  let uncounted: [UncountedRecording: Int]
  /// The number of recorded sessions by variant, however it was selected.
  let recorded: [Int]
  /// The variants that own no bucket throughout.
  let withoutBuckets: [String]

  /// A Boolean value that indicates whether too many users had two variants.
  var hasTooManyOfTwo: Bool {
    let all = self.users.count + self.usersOfTwo
    return self.usersOfTwo > 0 && Double(self.usersOfTwo) >= Self.alarmingShare * Double(all)
  }

  /// Groups the sessions of a folder by user.
  ///
  /// - Parameter isLastPhase: True to use the sessions of the last phase alone.
  init(_ recordings: OutcomeRecordings, isLastPhase: Bool = false) throws(OutcomesError) {
    let last = recordings.connections.map(\.phase).max() ?? 0
    let sessions = Self.sessions(of: recordings.connections)
    var scope = OutcomeScope()
    for session in sessions {
      scope.add(session, isInPhase: !isLastPhase || session[0].phase == last)
    }
    guard !scope.counted.isEmpty else { throw .noSessionByBucket }
    let owners = try scope.owners(in: recordings.owners)
    scope.leaveOutUnknown(in: recordings.owners)
    let counts = owners.counts
    let indices = owners.variants.indices.filter { counts[$0] > 0 }
    let variants = indices.map { owners.variants[$0] }
    guard variants.count > 1 else {
      throw .oneVariant(variants.first ?? owners.variants.first ?? "")
    }
    let buckets = Dictionary(grouping: scope.counted, by: \.[0].user)
    let several = Set(buckets.filter { Set($0.value.map(\.[0].bucket)).count > 1 }.keys)
    guard several.count < buckets.count else { throw .severalBuckets(users: several.count) }
    var users: [UserKey: UserSessions] = [:]
    for session in scope.counted {
      let connection = session[0]
      guard !several.contains(connection.user) else {
        scope.leaveOut(.severalBuckets)
        continue
      }
      guard let bucket = connection.bucket, let owner = owners.owner(of: bucket) else {
        scope.leaveOut(.severalOwners)
        continue
      }
      users[connection.user, default: UserSessions(owner: owner)].add(session)
    }
    self.variants = variants
    self.buckets = indices.map { counts[$0] }
    self.users = users.compactMap { key, user in
      guard user.variants == [user.owner], let variant = variants.firstIndex(of: user.owner) else {
        return nil
      }
      return CountedUser(key: key, variant: variant, sessions: user.ordered)
    }.sorted { $0.key < $1.key }
    self.usersOfTwo = users.count - self.users.count
    self.uncounted = scope.uncounted
    self.recorded = variants.map { scope.recorded[$0] ?? 0 }
    self.withoutBuckets = owners.variants.filter { !variants.contains($0) }
  }

  /// Returns the connections by session, each in the order of their numbers; the sessions are in
  /// the order of their first files.
  private static func sessions(of connections: [RecordedConnection]) -> [[RecordedConnection]] {
    // A session's name is its client's choice: another user may have the same.
    let sessions = Dictionary(grouping: connections) { SessionKey($0.user, $0.session) }
    return sessions.values.map { $0.sorted { $0.epoch < $1.epoch } }
      .sorted { $0[0].file < $1[0].file }
  }
}

/// A session of a user.
private struct SessionKey: Hashable {
  let user: UserKey
  let session: [UInt8]

  init(_ user: UserKey, _ session: [UInt8]) {
    self.user = user
    self.session = session
  }
}

/// The sessions of one user.
private struct UserSessions {
  /// The variant that owns the bucket.
  var owner: String
  /// The variants of the sessions.
  var variants: Set<String> = []
  private var sessions: [CountedSession] = []

  init(owner: String) { self.owner = owner }

  mutating func add(_ connections: [RecordedConnection]) {
    self.variants.insert(connections[0].variant)
    self.sessions.append(CountedSession(connections))
  }

  /// The sessions in the order of their time.
  var ordered: [CountedSession] {
    self.sessions.sorted { ($0.modified, $0.files[0]) < ($1.modified, $1.files[0]) }
  }
}
