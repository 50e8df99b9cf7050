import NIOCore

/// The frame-rate budgets of a connection.
struct ConnectionRateLimits: Hashable {
  private static let windowUpdatesPerCall: Int64 = 4
  private static let lateDataPerCall: Int64 = 16
  private static let earlyResetsPerServedCall: Int64 = 4

  var pings: TokenBudget
  var unread: TokenBudget
  var windowUpdates: TokenBudget
  var callWindowUpdates: TokenBudget
  var lateData: TokenBudget
  var lateResets: TokenBudget
  var closedFrames: TokenBudget
  var others: TokenBudget
  var earlyResets: TokenBudget
  private let earlyResetsAtMost: Int64
  private let windowUpdatesAtMost: Int64
  private let lateDataAtMost: Int64

  init(_ limits: ConnectionLimits, at now: NIODeadline) {
    self.pings = TokenBudget(limits.pings, at: now)
    self.unread = TokenBudget(limits.unreadResponses, at: now)
    self.windowUpdates = TokenBudget(limits.windowUpdates, at: now)
    self.callWindowUpdates = TokenBudget(limits.streamWindowUpdates, at: now)
    self.lateData = TokenBudget(limits.lateData, at: now)
    self.lateResets = TokenBudget(limits.lateResets, at: now)
    self.closedFrames = TokenBudget(limits.closedFrames, at: now)
    self.others = TokenBudget(limits.otherFrames, at: now)
    self.earlyResets = TokenBudget(limits.earlyResets, at: now)
    self.earlyResetsAtMost = limits.grantedEarlyResets
    // The burst plus the grants of as many calls as the connection may have open.
    let calls = Int64(limits.concurrentStreams)
    self.windowUpdatesAtMost = limits.streamWindowUpdates.burst + calls * Self.windowUpdatesPerCall
    self.lateDataAtMost = limits.lateData.burst + calls * Self.lateDataPerCall
  }

  /// Grants the WINDOW_UPDATEs of a new call.
  mutating func callBegan() {
    self.callWindowUpdates.grant(
      Self.windowUpdatesPerCall, upTo: self.windowUpdatesAtMost)
  }

  /// Grants early resets for a call that has had a message.
  mutating func callServed() {
    self.earlyResets.grant(Self.earlyResetsPerServedCall, upTo: self.earlyResetsAtMost)
  }

  /// Grants DATA in flight for a call that has ended.
  mutating func callEnded() {
    self.lateData.grant(Self.lateDataPerCall, upTo: self.lateDataAtMost)
  }
}
