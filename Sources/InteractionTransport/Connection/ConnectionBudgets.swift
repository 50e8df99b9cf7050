import NIOCore

/// What is left to a connection of what it may send, by kind of frame.
struct ConnectionBudgets: Hashable {
  private static let windowUpdatesPerCall: Int64 = 4
  private static let strayDataPerCall: Int64 = 16
  private static let earlyResetsPerServedCall: Int64 = 4

  var pings: FrameAllowance
  var unread: FrameAllowance
  var windowUpdates: FrameAllowance
  var callWindowUpdates: FrameAllowance
  var strayData: FrameAllowance
  var strayResets: FrameAllowance
  var closedFrames: FrameAllowance
  var others: FrameAllowance
  var earlyResets: FrameAllowance
  private let earlyResetsAtMost: Int64
  private let windowUpdatesAtMost: Int64
  private let strayDataAtMost: Int64

  init(_ limits: ConnectionLimits, at now: NIODeadline) {
    self.pings = FrameAllowance(limits.pings, at: now)
    self.unread = FrameAllowance(limits.unread, at: now)
    self.windowUpdates = FrameAllowance(limits.windowUpdates, at: now)
    self.callWindowUpdates = FrameAllowance(limits.callWindowUpdates, at: now)
    self.strayData = FrameAllowance(limits.strayData, at: now)
    self.strayResets = FrameAllowance(limits.strayResets, at: now)
    self.closedFrames = FrameAllowance(limits.closedFrames, at: now)
    self.others = FrameAllowance(limits.otherFrames, at: now)
    self.earlyResets = FrameAllowance(limits.earlyResets, at: now)
    self.earlyResetsAtMost = limits.grantedEarlyResets
    // As much as all calls bring with them that a connection may have at once.
    let calls = Int64(limits.concurrentStreams)
    self.windowUpdatesAtMost = limits.callWindowUpdates.burst + calls * Self.windowUpdatesPerCall
    self.strayDataAtMost = limits.strayData.burst + calls * Self.strayDataPerCall
  }

  /// A call brings WINDOW_UPDATEs with it.
  mutating func callBegan() {
    self.callWindowUpdates.grant(
      Self.windowUpdatesPerCall, upTo: self.windowUpdatesAtMost)
  }

  /// A call that has had a message pays for others that are given up before.
  mutating func callServed() {
    self.earlyResets.grant(Self.earlyResetsPerServedCall, upTo: self.earlyResetsAtMost)
  }

  /// DATA of a call that is over may have been on its way.
  mutating func callEnded() {
    self.strayData.grant(Self.strayDataPerCall, upTo: self.strayDataAtMost)
  }
}
