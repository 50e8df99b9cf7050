import InteractionStream

/// How much waits for a client to read it. A value; the waiting itself is the shell's.
@available(InteractionEngine 1.0, *)
struct OutputQueue: Sendable {
  private(set) var frames = 0
  private(set) var bytes = 0
  /// Its part of what waits for all clients; nil where that has no bound.
  private var share: WaitingBytes.Share?

  init(_ share: WaitingBytes.Share? = nil) {
    self.share = share
  }

  /// Makes room for a frame of `size` bytes. Returns false if too much waits already; a single
  /// frame is always taken, however large.
  @inline(__always)
  mutating func admit(_ size: Int, by limits: StreamLimits) -> Bool {
    // What was sent and not acknowledged has a limit of its own, and always has room here.
    let room = limits.queuedBytes + limits.unacknowledgedBytes
    let isFull = self.frames >= limits.queuedFrames || self.bytes + size > room
    if isFull && self.frames > 0 || limits.queuedFrames == 0 { return false }
    self.frames += 1
    self.bytes += size
    self.share?.change(by: size)
    return true
  }

  /// Nothing is read any more.
  mutating func close() {
    self.share?.clear()
    self.share = nil
  }

  /// A frame of `size` bytes has been written.
  mutating func release(_ size: Int) {
    self.frames -= 1
    self.bytes -= size
    self.share?.change(by: -size)
  }
}
