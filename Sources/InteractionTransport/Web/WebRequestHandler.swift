import InteractionService
import NIOCore
import NIOHTTP1

/// Reads requests, has each answered by a ``WebService``, and turns one into a WebSocket if it asks
/// for that.
final class WebRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// Where the connection is between two requests.
  private enum Phase {
    /// Can transition to: ``receiving(_:until:)``, ``answering(_:isEndless:)``.
    case idle
    /// The headers of a request have come. The whole has to come by the deadline, and something of
    /// it by the timer.
    ///
    /// Can transition to: ``idle``, ``answering(_:isEndless:)``.
    case receiving(WebRequest, by: NIODeadline, CallTimers.Timer)
    /// The request is worked on; the next ones wait. An answer that goes on for ever ends with the
    /// listener.
    ///
    /// Can transition to: ``idle``.
    case answering(Task<Void, Never>, isEndless: Bool)
    /// The request was refused: what comes of its body is dropped.
    case closing
  }

  private let service: WebService
  private let engine: Engine
  private let limits: ConnectionLimits
  private let connection: WebConnection
  private var phase = Phase.idle
  private var isQuiescing = false
  /// What of a request is not whole, or of its answer not read.
  private var waiting: WaitingBytes.Share?

  init(
    _ service: WebService, of engine: Engine, limits: ConnectionLimits, connection: WebConnection
  ) {
    self.service = service
    self.engine = engine
    self.limits = limits
    self.connection = connection
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound(context.channel, eventLoop: loop)
    self.waiting = WaitingBytes.Share(
      of: self.engine.waitingBytes,
      caller: PeerNetwork(of: Optional(context.channel).peerAddress).description
    ) {
      loop.execute { bound.value.close(promise: nil) }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.end()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      self.isQuiescing = true
      switch self.phase {
      case .idle, .answering(_, isEndless: true): context.close(promise: nil)
      case .receiving, .answering, .closing: break
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (self.unwrapInboundIn(data), self.phase) {
    case (.head(let head), .idle): self.begin(head, context)
    case (.body(let bytes), .receiving(var request, let deadline, let timer)):
      timer.cancel()
      // Not while it is held here as well: it would be copied.
      self.phase = .closing
      request.body.writeImmutableBuffer(bytes)
      self.waiting?.change(by: bytes.readableBytes)
      guard request.body.readableBytes <= self.limits.messageBytes else {
        return self.refuse(self.tooLarge, context)
      }
      self.receive(request, by: deadline, context)
    case (.end, .receiving(let request, _, let timer)):
      timer.cancel()
      self.answer(request, context)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    self.connection.clock.callBegan()
    guard self.service.origins.allow(hosts: head.headers["host"], on: context.localAddress) else {
      return self.refuse(.misdirected, context)
    }
    // Nothing takes the body: it is not kept.
    if head.hasBody, let response = self.service.refusal(of: head) {
      return self.refuse(response, context)
    }
    if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }),
      length > self.limits.messageBytes
    {
      return self.refuse(self.tooLarge, context)
    }
    if head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" })
    {
      let goOn = HTTPResponseHead(version: head.version, status: .continue)
      context.writeAndFlush(self.wrapOutboundOut(.head(goOn)), promise: nil)
    }
    self.receive(
      WebRequest(head: head, body: ByteBuffer()),
      by: context.eventLoop.now + TimeAmount(self.limits.requestTime), context)
  }

  /// Waits for more of a request.
  private func receive(
    _ request: WebRequest, by deadline: NIODeadline, _ context: ChannelHandlerContext
  ) {
    let progress = context.eventLoop.now + TimeAmount(self.limits.progressTime)
    let timer = LoopTurns.of(context.eventLoop).callTimers.schedule(
      at: min(deadline, progress), on: context.eventLoop
    ) {
      self.refuse(WebResponse(.requestTimeout, "the request did not arrive in time"), context)
    }
    self.phase = .receiving(request, by: deadline, timer)
  }

  private var tooLarge: WebResponse {
    WebResponse(
      .payloadTooLarge, "the body has more than \(self.limits.messageBytes) bytes")
  }

  // MARK: Answering

  private func answer(_ request: WebRequest, _ context: ChannelHandlerContext) {
    if WebSocketHandshake.isAsked(by: request.head), request.path == WebService.interactPath {
      return self.upgrade(request.head, context)
    }
    let writer = WebResponseWriter(
      to: request.head, on: context.channel,
      // After an upgrade that was not taken, nothing more is parsed.
      isLast: self.isQuiescing || !request.head.isKeepAlive
        || request.head.headers.contains(name: "upgrade"))
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    let service = self.service
    let task = Task {
      let response = await service.answer(request)
      loop.execute { bound.value.0.answers(with: response) }
      guard await writer.write(response) else { return }
      loop.execute {
        let (handler, context) = bound.value
        handler.answered(isLast: writer.isLast, context)
      }
    }
    self.connection.isAnswering = true
    self.phase = .answering(task, isEndless: service.isEndless(request))
  }

  /// The request is not needed any more; what it is answered with waits for the client to read it.
  private func answers(with response: WebResponse) {
    self.waiting?.clear()
    if case .answering = self.phase { self.waiting?.change(by: response.body.count) }
  }

  private func answered(isLast: Bool, _ context: ChannelHandlerContext) {
    guard case .answering = self.phase else { return }
    // With the end, the next request may come.
    self.phase = .idle
    self.waiting?.clear()
    self.connection.isAnswering = false
    self.connection.clock.callEnded()
    context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
    if isLast || self.isQuiescing { context.close(promise: nil) }
  }

  /// Answers before the request is whole, and closes.
  private func refuse(_ response: WebResponse, _ context: ChannelHandlerContext) {
    self.phase = .closing
    guard case .bytes(let body) = response.body else { return }
    var head = HTTPResponseHead(
      version: .http1_1, status: response.status, headers: response.headers)
    head.headers.replaceOrAdd(name: "connection", value: "close")
    head.headers.replaceOrAdd(name: "content-length", value: "\(body.count)")
    context.write(self.wrapOutboundOut(.head(head)), promise: nil)
    context.write(self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    context.writeAndFlush(self.wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }

  private func end() {
    switch self.phase {
    case .receiving(_, _, let timer): timer.cancel()
    case .answering(let task, _): task.cancel()
    case .idle, .closing: break
    }
    self.phase = .closing
    self.waiting?.clear()
  }

  // MARK: WebSockets

  private func upgrade(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    if let refusal = self.service.foreign(head) { return self.refuse(refusal, context) }
    do throws(WebSocketHandshake.Refusal) {
      let handshake = try WebSocketHandshake(head)
      let answer = HTTPResponseHead(
        version: .http1_1, status: .switchingProtocols, headers: handshake.answer)
      context.write(self.wrapOutboundOut(.head(answer)), promise: nil)
      context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
      WebPipeline.upgrade(
        context,
        to: WebSocketHandler(
          handshake, of: self.engine, limits: self.limits, loop: context.eventLoop))
    } catch {
      var response = WebResponse(error.status, error.message)
      if error.status == .upgradeRequired {
        response.headers.add(name: "sec-websocket-version", value: "13")
      }
      self.refuse(response, context)
    }
  }
}
