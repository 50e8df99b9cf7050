import InteractionCore
import InteractionWhatIf

/// Selects the users who had a session that the two variants of a pair decide otherwise: the others
/// cannot show an effect.
struct TriggeredUsers: Sendable {
  let versions: VariantVersions
  private let replays: [Int: VariantReplay]

  /// Replays the sessions of all users, of the first variant through each other one, and of the
  /// others through the first.
  @available(InteractionEngine 1.0, *)
  init(
    _ users: OutcomeUsers, versions: VariantVersions, reader: OutcomeReader,
    report: @escaping @Sendable (WhatIf.Progress) -> Void
  ) async throws {
    var replays: [(file: Int, versions: [Experience])] = []
    for user in users.users {
      let others = user.variant == 0 ? Array(users.variants.dropFirst()) : [users.variants[0]]
      for session in user.sessions {
        let played = try others.map { try versions.version(of: $0, in: session.document) }
        replays += session.files.map { ($0, played) }
      }
    }
    self.versions = versions
    self.replays = try await reader.replays(replays, report: report)
  }

  /// Returns a pair with the users from their first session on that differs, and the others.
  func pair(_ pair: VariantPair) throws(OutcomesError) -> VariantPair {
    var pair = pair
    let first = try self.split(pair.users.first, through: pair.other)
    let other = try self.split(pair.users.other, through: pair.first)
    pair.users = VariantPair.Group(first: first.triggered, other: other.triggered)
    pair.rest = VariantPair.Group(first: first.rest, other: other.rest)
    pair.incompleteReplays = first.incomplete + other.incomplete
    return pair
  }

  private func split(
    _ users: [CountedUser], through variant: String
  ) throws(OutcomesError) -> (triggered: [CountedUser], rest: [CountedUser], incomplete: Int) {
    var (triggered, rest): ([CountedUser], [CountedUser]) = ([], [])
    var incomplete = 0
    for user in users {
      var first: Int?
      for (index, session) in user.sessions.enumerated() {
        let version = try self.versions.version(of: variant, in: session.document)
        let replays = session.files.compactMap { self.replays[$0] }
        incomplete += replays.count { !$0.isComplete }
        if first == nil, replays.contains(where: { $0.differs(in: version) }) { first = index }
      }
      guard let first else {
        rest.append(user)
        continue
      }
      var later = user
      later.sessions = Array(user.sessions[first...])
      triggered.append(later)
    }
    return (triggered, rest, incomplete)
  }
}
