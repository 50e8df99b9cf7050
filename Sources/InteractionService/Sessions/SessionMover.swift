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

  private typealias Candidate = (entry: SessionEntry, stream: LiveStream)

  let registry: SessionRegistry
  /// Returns the version that a session moves to; nil if the session stays as it is.
  let target: @Sendable (SessionEntry) -> VersionMove?
  /// The share of the sessions that are moved per second, more than 0, at most 1.
  let share: Double

  /// Moves the sessions until none is left. If it fails or is cancelled, pending moves are dropped,
  /// and their sessions keep their version.
  ///
  /// - Parameter report: Called every second, and at the end.
  func run(_ report: (Progress) async throws -> Void = { _ in }) async throws {
    do {
      try await self.moveAll(report)
    } catch {
      for other in self.others {
        guard let move = self.target(other.entry) else { continue }
        other.stream.cancelMove(to: move.experience.digest)
      }
      throw error
    }
  }

  private func moveAll(_ report: (Progress) async throws -> Void) async throws {
    var answers: [ObjectIdentifier: Answer] = [:]
    let perSecond = max((Double(self.others.count) * self.share).rounded(.up), 1)
    while true {
      let left = self.others.filter { answers[ObjectIdentifier($0.stream)] == nil }
      for candidate in Self.next(Int(perSecond), of: left) {
        guard let move = self.target(candidate.entry) else { continue }
        switch candidate.stream.move(move) {
        case .moved, nil: break
        case .waiting: answers[ObjectIdentifier(candidate.stream)] = .waiting
        case .kept(let reason): answers[ObjectIdentifier(candidate.stream)] = .kept(reason)
        }
      }
      let progress = self.progress(answers)
      try await report(progress)
      if progress.isOver { return }
      try await Task.sleep(for: .seconds(1))
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
    self.registry.streams { entry in
      self.target(entry).map { isIncluded(entry.experience.digest, $0.experience.digest) } ?? false
    }
  }
}
