import Foundation
import Histogram

/// How sessions came back, as a load's event loops measure it.
struct LoadRecovery: Sendable {
  /// Calls that were lost, or left since their server went down.
  var lost = 0
  /// Sessions that went on where they were.
  var resumed = 0
  /// From the loss of a call to the session's going on, nanoseconds.
  var gaps = LoadMeter.times()
  /// The first of them, each with when the session went on, on the clock of ``LoadSession/now``.
  private(set) var resumes: [(at: UInt64, gap: UInt64)] = []

  /// As many as a report holds one by one.
  private static let mostResumes = 100_000

  /// A session goes on whose call was lost so many nanoseconds ago.
  mutating func resume(after gap: UInt64, at now: UInt64) {
    self.resumed += 1
    self.gaps.record(gap)
    if self.resumes.count < Self.mostResumes { self.resumes.append((now, gap)) }
  }

  mutating func add(_ other: LoadRecovery) {
    self.lost += other.lost
    self.resumed += other.resumed
    self.gaps.add(other.gaps)
    self.resumes += other.resumes.prefix(Self.mostResumes - self.resumes.count)
  }
}

/// What was done to a load, and how its sessions came back.
package struct LoadHarm: Hashable, Sendable, Codable {
  package var faults: LoadFaults.Counts
  /// Calls that were lost, or left since their server went down, and sessions that went on where
  /// they were.
  package var lost: Int
  package var resumed: Int
  /// From the loss of a call to the session's going on.
  package var gaps: LoadTimes
  /// When what was done, in order.
  package var moments: [Moment]
  /// When the load began, seconds since 1970; nil in reports of earlier versions, as ``resumes``.
  package var began: Double?
  /// When which session went on, in order; the first hundred thousand.
  package var resumes: [Resume]?

  /// A session that went on.
  package struct Resume: Hashable, Sendable, Codable {
    /// Since the load began.
    package var second: Double
    /// From the loss of its call, microseconds.
    package var gap: Double
  }

  /// When something was done.
  package struct Moment: Hashable, Sendable, Codable {
    /// Since the load began.
    package var second: Double
    package var what: LoadFaults.Kind
  }

  init(_ log: LoadFaultLog, _ recovery: LoadRecovery, since start: UInt64) {
    self.faults = log.counts
    self.moments = log.moments.filter { $0.at >= start }.sorted { $0.at < $1.at }.map {
      Moment(second: Double($0.at - start) / 1e9, what: $0.kind)
    }
    self.lost = recovery.lost
    self.resumed = recovery.resumed
    self.gaps = LoadTimes(recovery.gaps)
    self.began =
      Date().timeIntervalSince1970 - Double(LoadSession.now - min(start, LoadSession.now)) / 1e9
    self.resumes = recovery.resumes.filter { $0.at >= start }.sorted { $0.at < $1.at }.map {
      Resume(second: Double($0.at - start) / 1e9, gap: Double($0.gap) / 1e3)
    }
  }
}
