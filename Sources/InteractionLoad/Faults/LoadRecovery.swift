import Foundation
import Histogram

/// The resumptions that an event loop measures.
struct LoadRecovery: Sendable {
  /// Calls that were lost, or closed since their server was draining.
  var lost = 0
  /// Sessions that resumed.
  var resumed = 0
  /// Times from the loss of a call until its session has resumed, nanoseconds.
  var gaps = LoadMeter.times()
  /// The first resumptions: the time on the clock of ``LoadSession/now``, and the gap, nanoseconds.
  private(set) var resumes: [(at: UInt64, gap: UInt64)] = []

  /// The maximum number of resumptions that a report lists.
  private static let mostResumes = 100_000

  /// Records a resumed session, with the nanoseconds since its call was lost.
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

/// The faults injected into a load, and the recovery of its sessions.
package struct LoadFaultReport: Hashable, Sendable, Codable {
  package var faults: LoadFaults.Counts
  /// Calls that were lost, or closed since their server was draining.
  package var lost: Int
  /// Sessions that resumed.
  package var resumed: Int
  /// Times from the loss of a call until its session has resumed.
  package var gaps: LatencyDistribution
  /// The injected faults, in order.
  package var moments: [Moment]
  /// The start of the load, seconds since 1970; nil in reports of earlier versions, as ``resumes``.
  package var began: Double?
  /// The resumed sessions, in order; the first 100,000.
  package var resumes: [Resume]?

  /// A resumed session.
  package struct Resume: Hashable, Sendable, Codable {
    /// Seconds since the load began.
    package var second: Double
    /// Microseconds since its call was lost.
    package var gap: Double
  }

  /// An injected fault.
  package struct Moment: Hashable, Sendable, Codable {
    /// Seconds since the load began.
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
    self.gaps = LatencyDistribution(recovery.gaps)
    self.began =
      Date().timeIntervalSince1970 - Double(LoadSession.now - min(start, LoadSession.now)) / 1e9
    self.resumes = recovery.resumes.filter { $0.at >= start }.sorted { $0.at < $1.at }.map {
      Resume(second: Double($0.at - start) / 1e9, gap: Double($0.gap) / 1e3)
    }
  }
}
