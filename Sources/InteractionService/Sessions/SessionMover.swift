import InteractionCore
import InteractionStream
import InteractionWire

/// Moves open sessions on this server to another version of their experience, a share of them per
/// second (rule V1).
@available(InteractionEngine 1.0, *)
struct SessionMover: Sendable {
  /// The numbers of open sessions.
  struct Progress: Hashable, Sendable {
    var moved = 0
    var waiting = 0
    var remaining = 0
    var kept: [VersionMoveOutcome.KeptReason: Int] = [:]

    var isOver: Bool { self.waiting == 0 && self.remaining == 0 }
  }

  /// The answer of a session that has not moved.
  private enum Answer: Hashable {
    case waiting
    case kept(VersionMoveOutcome.KeptReason)
  }

  /// A session that moves once it is at rest.
  private struct WaitingMove {
    let stream: LiveStream
    /// The digest of the version that it moves to.
    let digest: String
  }

  private typealias Candidate = (entry: SessionEntry, stream: LiveStream)

  let registry: SessionRegistry
  /// The name of the experience.
  let experience: String
  /// Returns the version that a session moves to; nil if the session stays as it is.
  let target: @Sendable (SessionEntry) -> VersionMove?
  /// The share of the sessions that are moved per second, more than 0, at most 1.
  let share: Double

  /// Moves the sessions until none is left. If it fails or is cancelled, pending moves are dropped,
  /// and their sessions keep their version.
  ///
  /// - Parameter report: Called every second, and at the end.
  func run(_ report: (Progress) async throws -> Void = { _ in }) async throws {
    var waiting: [ObjectIdentifier: WaitingMove] = [:]
    do {
      try await self.moveAll(&waiting, report)
    } catch {
      for move in waiting.values { move.stream.cancelMove(to: move.digest) }
      throw error
    }
  }

  private func moveAll(
    _ waiting: inout [ObjectIdentifier: WaitingMove],
    _ report: (Progress) async throws -> Void
  ) async throws {
    var answers: [ObjectIdentifier: Answer] = [:]
    let perSecond = max((Double(self.others.count) * self.share).rounded(.up), 1)
    while true {
      self.cancelOutdated(&waiting, &answers)
      let left = self.others.filter { answers[ObjectIdentifier($0.stream)] == nil }
      for candidate in Self.next(Int(perSecond), of: left) {
        guard let move = self.target(candidate.entry) else { continue }
        switch candidate.stream.move(move) {
        case .moved, nil: break
        case .waiting:
          answers[ObjectIdentifier(candidate.stream)] = .waiting
          waiting[ObjectIdentifier(candidate.stream)] = WaitingMove(
            stream: candidate.stream, digest: move.experience.digest)
        case .kept(let reason): answers[ObjectIdentifier(candidate.stream)] = .kept(reason)
        }
      }
      let progress = self.progress(answers)
      try await report(progress)
      if progress.isOver { return }
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// Cancels the pending moves of sessions that are to stay, or to move elsewhere, by now.
  private func cancelOutdated(
    _ waiting: inout [ObjectIdentifier: WaitingMove], _ answers: inout [ObjectIdentifier: Answer]
  ) {
    for (id, move) in waiting {
      let target = move.stream.entry.flatMap { self.target($0) }
      guard target?.experience.digest != move.digest else { continue }
      move.stream.cancelMove(to: move.digest)
      waiting[id] = nil
      answers[id] = nil
    }
  }

  /// Returns the next sessions to move; those of one user move together.
  private static func next(_ count: Int, of left: [Candidate]) -> [Candidate] {
    guard count < left.count else { return left }
    let sorted = left.sorted {
      ($0.entry.open.user, $0.entry.open.sessionID) < ($1.entry.open.user, $1.entry.open.sessionID)
    }
    let user = sorted[count - 1].entry.open.user
    let others = sorted[count...].prefix { !user.isEmpty && $0.entry.open.user == user }
    return Array(sorted[..<count] + others)
  }

  private func progress(_ answers: [ObjectIdentifier: Answer]) -> Progress {
    var progress = Progress()
    progress.moved = self.sessions { $0 == $1 }.count
    for other in self.others {
      switch answers[ObjectIdentifier(other.stream)] {
      case .waiting: progress.waiting += 1
      case .kept(let reason): progress.kept[reason, default: 0] += 1
      case nil: progress.remaining += 1
      }
    }
    return progress
  }

  /// The sessions with another version.
  private var others: [Candidate] {
    self.sessions { $0 != $1 }
  }

  /// Returns the sessions for which `isIncluded` is true of the digests that they have and get.
  private func sessions(_ isIncluded: (String, String) -> Bool) -> [Candidate] {
    // The targets are computed outside of the registry's lock.
    self.registry.streams { $0.experience.name == self.experience }.filter { candidate in
      self.target(candidate.entry).map {
        isIncluded(candidate.entry.experience.digest, $0.experience.digest)
      } ?? false
    }
  }
}
