import InteractionStream

/// The size of a client's unread frames. A value; the frames are the shell's.
@available(InteractionEngine 1.0, *)
struct OutputQueue: Sendable {
  private(set) var frames = 0
  private(set) var bytes = 0
  /// The share of the process's buffered bytes; nil if they are not limited.
  private var share: BufferedBytes.Share?

  init(_ share: BufferedBytes.Share? = nil) {
    self.share = share
  }

  /// Adds a frame of `size` bytes. Returns false if the queue is full; an empty queue takes a frame
  /// of any size.
  @inline(__always)
  mutating func admit(_ size: Int, by limits: StreamLimits) -> Bool {
    // Unacknowledged frames have their own limit, and always fit.
    let room = limits.queuedBytes + limits.unacknowledgedBytes
    let isFull = self.frames >= limits.queuedFrames || self.bytes + size > room
    if isFull && self.frames > 0 || limits.queuedFrames == 0 { return false }
    self.frames += 1
    self.bytes += size
    self.share?.change(by: size)
    return true
  }

  /// Releases the share: nothing is read any more.
  mutating func close() {
    self.share?.clear()
    self.share = nil
  }

  /// Removes a frame of `size` bytes after it was written.
  mutating func release(_ size: Int) {
    self.frames -= 1
    self.bytes -= size
    self.share?.change(by: -size)
  }
}
