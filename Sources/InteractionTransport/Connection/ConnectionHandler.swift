import InteractionService
package import NIOCore
import NIOTLS
import X509

/// Speaks HTTP/2 with a client, and carries out what ``HTTP2ConnectionState`` decides.
///
/// Connections take turns: what one read brings beyond a turn waits until the others of the event
/// loop have had theirs, so that a flood delays its own connection.
package final class ConnectionHandler: ChannelDuplexHandler, WatchedConnection {
  package typealias InboundIn = ByteBuffer
  package typealias OutboundIn = Never
  package typealias OutboundOut = ByteBuffer

  var state: HTTP2ConnectionState
  var calls = StreamMap<any ConnectionCall>()
  var context: ChannelHandlerContext?
  /// The certificate that the client has proven to be its own; read with the first call.
  private(set) lazy var peerCertificate: Certificate? = self.context?.peerCertificate
  /// Whether the server ends.
  private(set) var isQuiescing = false
  let limits: ConnectionLimits
  let services: ConnectionServices
  let now: () -> NIODeadline
  let turns: LoopTurns
  private let refused: (String) -> Void

  var scanner = FrameScanner()
  var headers = HeaderReader()
  /// Bytes to write.
  var outgoing = ByteBuffer()
  var flushing = Flushing()

  /// - Parameters:
  ///   - turns: Those of its event loop.
  ///   - refused: Hears why the connection is ended, if it asks for too much.
  package init(
    limits: ConnectionLimits = ConnectionLimits(),
    services: ConnectionServices = ConnectionServices(), turns: LoopTurns = LoopTurns(),
    now: @escaping () -> NIODeadline = { .now() }, refused: @escaping (String) -> Void = { _ in }
  ) {
    self.state = HTTP2ConnectionState(limits, at: now())
    self.limits = limits
    self.services = services
    self.now = now
    self.turns = turns
    self.refused = refused
  }

  /// A share of what waits for all clients, for one call, which `end` ends on its event loop.
  func share(on loop: any EventLoop, _ end: NIOLoopBound<() -> Void>) -> WaitingBytes.Share {
    WaitingBytes.Share(
      of: self.services.waiting, caller: self.services.network.description
    ) {
      loop.execute { end.value() }
    }
  }

  /// Those that wake its calls.
  var callTimers: CallTimers { self.turns.callTimers }

  package func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    self.turns.looks.add(self, on: context.eventLoop)
    // They come before all else.
    self.outgoing.writeServerSettings(self.limits)
    if context.channel.isActive { self.flushOutgoing() }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    self.turns.looks.remove(self)
    self.endCalls()
  }

  package func channelActive(context: ChannelHandlerContext) {
    self.flushOutgoing()
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    _ = self.state.end()
    self.turns.looks.remove(self)
    self.endCalls()
    context.fireChannelInactive()
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      self.isQuiescing = true
      for call in self.calls.elements { call.quiesce() }
      self.sayGoodbye()
    case TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil):
      context.close(promise: nil)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func endCalls() {
    let calls = self.calls.elements
    self.calls = StreamMap()
    for call in calls { call.connectionEnded() }
  }

  /// Says why with a GOAWAY, and closes the connection.
  func refuse(_ code: HTTP2ErrorCode, _ reason: String) {
    guard let context, self.state.end() else { return }
    if code == .enhanceYourCalm { self.refused(reason) }
    self.outgoing.writeImmutableBuffer(
      FrameHeader.goAway(after: self.state.newestStream, code, reason))
    self.writeOutgoing()
    context.flush()
    context.close(promise: nil)
  }
}
