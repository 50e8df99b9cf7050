import NIOCore
import Synchronization

/// The open connections of a listener.
final class OpenConnections: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    /// A Boolean value that indicates whether new connections are rejected.
    var isShuttingDown = false
  }

  private let state = Mutex(State())

  /// Registers a connection until it closes.
  ///
  /// - Returns: False if the listener is shutting down, so that the connection must be closed.
  func add(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isAdmitted = self.state.withLock { state in
      guard !state.isShuttingDown else { return false }
      state.channels[id] = channel
      return true
    }
    guard isAdmitted else { return false }
    channel.closeFuture.whenComplete { _ in
      _ = self.state.withLock { $0.channels.removeValue(forKey: id) }
    }
    return true
  }

  /// Stops admitting connections and fires `ChannelShouldQuiesceEvent` on the open ones.
  func quiesce() {
    for channel in self.end() {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  func closeAll() {
    for channel in self.end() { channel.close(promise: nil) }
  }

  /// Stops admitting connections and waits until all are closed.
  func allClosed() async {
    for channel in self.end() { try? await channel.closeFuture.get() }
  }

  private func end() -> [any Channel] {
    self.state.withLock { state in
      state.isShuttingDown = true
      return Array(state.channels.values)
    }
  }
}
