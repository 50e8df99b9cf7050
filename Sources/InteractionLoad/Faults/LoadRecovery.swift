import Foundation
import Histogram

/// The resumptions that an event loop measures.
struct LoadRecovery: Sendable {
  /// Calls that were lost, or closed since their server was draining.
  var lost = 0
  /// Sessions that resumed.
  var resumed = 0
  /// Times from the loss of a call until its session has resumed, nanoseconds.
  var recoveryTimes = LoadMeter.times()
  /// The first resumptions: the time on the clock of ``LoadSession/now``, and the gap, nanoseconds.
  private(set) var resumes: [(at: UInt64, gap: UInt64)] = []

  /// The maximum number of resumptions that a report lists.
  private static let maximumResumes = 100_000

  /// Records a resumed session, with the nanoseconds since its call was lost.
  mutating func resume(after gap: UInt64, at now: UInt64) {
    self.resumed += 1
    self.recoveryTimes.record(gap)
    if self.resumes.count < Self.maximumResumes { self.resumes.append((now, gap)) }
  }

  mutating func add(_ other: LoadRecovery) {
    self.lost += other.lost
    self.resumed += other.resumed
    self.recoveryTimes.add(other.recoveryTimes)
    self.resumes += other.resumes.prefix(Self.maximumResumes - self.resumes.count)
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
  package var moments: [Injection]
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
  package struct Injection: Hashable, Sendable, Codable {
    /// Seconds since the load began.
    package var second: Double
    package var what: LoadFaults.FaultType
  }

  init(_ log: LoadFaultLog, _ recovery: LoadRecovery, since start: UInt64) {
    self.faults = log.counts
    self.moments = log.injections.filter { $0.at >= start }.sorted { $0.at < $1.at }.map {
      Injection(second: Double($0.at - start) / 1e9, what: $0.kind)
    }
    self.lost = recovery.lost
    self.resumed = recovery.resumed
    self.gaps = LatencyDistribution(recovery.recoveryTimes)
    self.began =
      Date().timeIntervalSince1970 - Double(LoadSession.now - min(start, LoadSession.now)) / 1e9
    self.resumes = recovery.resumes.filter { $0.at >= start }.sorted { $0.at < $1.at }.map {
      Resume(second: Double($0.at - start) / 1e9, gap: Double($0.gap) / 1e3)
    }
  }
}
