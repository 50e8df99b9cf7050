import NIOCore
import Synchronization

/// The connections of a listener.
final class OpenConnections: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    /// Whether connections that come now come too late.
    var isEnding = false
  }

  private let state = Mutex(State())

  /// - Returns: Whether the connection may stay.
  func add(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isAdmitted = self.state.withLock { state in
      guard !state.isEnding else { return false }
      state.channels[id] = channel
      return true
    }
    guard isAdmitted else { return false }
    channel.closeFuture.whenComplete { _ in
      _ = self.state.withLock { $0.channels.removeValue(forKey: id) }
    }
    return true
  }

  /// Tells them that they are to end, each after its last call.
  func quiesce() {
    for channel in self.end() {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  func closeAll() {
    for channel in self.end() { channel.close(promise: nil) }
  }

  /// Waits until all are closed, after they were told to.
  func allClosed() async {
    for channel in self.end() { try? await channel.closeFuture.get() }
  }

  private func end() -> [any Channel] {
    self.state.withLock { state in
      state.isEnding = true
      return Array(state.channels.values)
    }
  }
}
