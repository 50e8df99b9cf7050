import NIOCore
import Synchronization

/// The connections that are served. One too many ends the oldest: the client that asks now is
/// answered, however many connections say nothing.
final class ConnectionRoom: Sendable {
  private struct State: Sendable {
    /// The oldest first.
    var connections: [any Channel] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  /// A connection begins. Returns the one that has to end for it, if any.
  func enter(_ connection: any Channel) -> (any Channel)? {
    self.state.withLock { state in
      state.connections.append(connection)
      return state.connections.count > self.limit ? state.connections.removeFirst() : nil
    }
  }

  /// A connection has ended.
  func leave(_ connection: any Channel) {
    self.state.withLock { state in
      state.connections.removeAll { $0 === connection }
    }
  }
}

/// Gives a connection its place in a ``ConnectionRoom``.
final class ConnectionRoomHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let room: ConnectionRoom

  init(_ room: ConnectionRoom) {
    self.room = room
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.room.enter(context.channel)?.close(promise: nil)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.room.leave(context.channel)
  }
}
