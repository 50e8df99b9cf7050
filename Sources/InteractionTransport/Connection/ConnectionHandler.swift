import InteractionService
package import NIOCore
import NIOTLS
import X509

/// Serves an HTTP/2 connection: performs the actions that ``HTTP2ConnectionState`` decides.
///
/// Reading is scheduled fairly: a connection that exceeds its read budget continues after the
/// others of its event loop, so that a flood delays only its own connection.
package final class ConnectionHandler: ChannelDuplexHandler, SweptConnection {
  package typealias InboundIn = ByteBuffer
  package typealias OutboundIn = Never
  package typealias OutboundOut = ByteBuffer

  var state: HTTP2ConnectionState
  var calls = StreamMap<any ConnectionCall>()
  var context: ChannelHandlerContext?
  /// The client's verified certificate; read at the first call.
  private(set) lazy var peerCertificate: Certificate? = self.context?.peerCertificate
  /// True once the server is shutting down.
  private(set) var isQuiescing = false
  let limits: ConnectionLimits
  let services: ConnectionServices
  let now: () -> NIODeadline
  let scheduler: FairScheduler
  private let refused: (String) -> Void

  var scanner = FrameScanner()
  var headers = HeaderReader()
  /// Output that is not yet written to the channel.
  var outgoing = ByteBuffer()
  var flushing = FlushCoalescing()

  /// - Parameters:
  ///   - scheduler: The scheduler of the connection's event loop.
  ///   - refused: Called with the reason if the connection ends with ENHANCE_YOUR_CALM.
  package init(
    limits: ConnectionLimits = ConnectionLimits(),
    services: ConnectionServices = ConnectionServices(), scheduler: FairScheduler = FairScheduler(),
    now: @escaping () -> NIODeadline = { .now() }, refused: @escaping (String) -> Void = { _ in }
  ) {
    self.state = HTTP2ConnectionState(limits, at: now())
    self.limits = limits
    self.services = services
    self.now = now
    self.scheduler = scheduler
    self.refused = refused
  }

  /// Creates a call's share of the process's buffered bytes.
  ///
  /// - Parameter end: Ends the call, on its event loop, if its share has to be freed.
  func share(on loop: any EventLoop, _ end: NIOLoopBound<() -> Void>) -> BufferedBytes.Share {
    BufferedBytes.Share(
      of: self.services.waiting, caller: self.services.network.description
    ) {
      loop.execute { end.value() }
    }
  }

  /// The timers of the calls on the event loop.
  var callTimers: CallTimers { self.scheduler.callTimers }

  package func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    self.scheduler.sweeper.add(self, on: context.eventLoop)
    // The server's preface: SETTINGS precede all other frames.
    self.outgoing.writeServerSettings(self.limits)
    if context.channel.isActive { self.flushOutgoing() }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    self.scheduler.sweeper.remove(self)
    self.endCalls()
  }

  package func channelActive(context: ChannelHandlerContext) {
    self.flushOutgoing()
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    _ = self.state.end()
    self.scheduler.sweeper.remove(self)
    self.endCalls()
    context.fireChannelInactive()
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      self.isQuiescing = true
      for call in self.calls.elements { call.quiesce() }
      self.sendGoAway()
    case TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil):
      context.close(promise: nil)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func endCalls() {
    let calls = self.calls.elements
    self.calls = StreamMap()
    for call in calls { call.connectionLost() }
  }

  /// Closes the connection with a GOAWAY that carries the error code and reason.
  func endWithGoAway(_ code: HTTP2ErrorCode, _ reason: String) {
    guard let context, self.state.end() else { return }
    if code == .enhanceYourCalm { self.refused(reason) }
    self.outgoing.writeImmutableBuffer(
      FrameHeader.goAway(after: self.state.newestStream, code, reason))
    self.writeOutgoing()
    context.flush()
    context.close(promise: nil)
  }
}
