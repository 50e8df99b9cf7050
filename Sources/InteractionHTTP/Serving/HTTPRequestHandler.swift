import NIOCore
import NIOHTTP1

/// Reads requests and passes each to an ``HTTPService``, which may upgrade the connection to
/// another protocol.
final class HTTPRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The phase of a connection.
  private enum Phase {
    /// No request is in progress.
    ///
    /// Can transition to: ``receiving(_:by:_:)``, ``responding(_:isEndless:)``, ``closing``.
    case idle
    /// The request's headers have arrived. The whole request must arrive by the deadline, and more
    /// of it before the timer fires.
    ///
    /// Can transition to: ``responding(_:isEndless:)``, ``closing``.
    case receiving(HTTPRequest, by: NIODeadline, Scheduled<Void>)
    /// The response is being produced; pipelined requests wait. An endless response ends with the
    /// listener.
    ///
    /// Can transition to: ``idle``, ``closing``.
    case responding(Task<Void, Never>, isEndless: Bool)
    /// The request was refused or the connection ended; the rest of the body is dropped.
    case closing
  }

  private let service: any HTTPService
  private let limits: HTTPLimits
  private let watch: (any HTTPRequestObserver)?
  private var phase = Phase.idle
  private var isQuiescing = false

  init(_ service: any HTTPService, limits: HTTPLimits, watch: (any HTTPRequestObserver)?) {
    self.service = service
    self.limits = limits
    self.watch = watch
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
      case .idle, .responding(_, isEndless: true): context.close(promise: nil)
      case .receiving, .responding, .closing: break
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (self.unwrapInboundIn(data), self.phase) {
    case (.head(let head), .idle): self.begin(head, context)
    case (.body(let bytes), .receiving(var request, let deadline, let timer)):
      timer.cancel()
      // A second reference to the buffer would make the append copy it.
      self.phase = .closing
      request.body.writeImmutableBuffer(bytes)
      self.watch?.received(bytes.readableBytes)
      guard request.body.readableBytes <= self.limits.bodyBytes else {
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
    self.watch?.requestBegan()
    if let response = self.service.refusal(of: head, on: context.localAddress) {
      return self.refuse(response, context)
    }
    if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }),
      length > self.limits.bodyBytes
    {
      return self.refuse(self.tooLarge, context)
    }
    if head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" })
    {
      let goOn = HTTPResponseHead(version: head.version, status: .continue)
      context.writeAndFlush(self.wrapOutboundOut(.head(goOn)), promise: nil)
    }
    self.receive(
      HTTPRequest(head: head, body: ByteBuffer()),
      by: context.eventLoop.now + TimeAmount(self.limits.requestTime), context)
  }

  /// Waits for the rest of a request.
  private func receive(
    _ request: HTTPRequest, by deadline: NIODeadline, _ context: ChannelHandlerContext
  ) {
    let progress = context.eventLoop.now + TimeAmount(self.limits.progressTime)
    let timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: min(deadline, progress)) {
      self.refuse(HTTPResponse(.requestTimeout, "timed out waiting for the request"), context)
    }
    self.phase = .receiving(request, by: deadline, timer)
  }

  private var tooLarge: HTTPResponse {
    HTTPResponse(
      .payloadTooLarge, "the body exceeds \(self.limits.bodyBytes) bytes")
  }

  // MARK: Responding

  private func answer(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
    switch self.service.upgrade(request.head, on: context.eventLoop) {
    case .none: break
    case .refuse(let response): return self.refuse(response, context)
    case .accept(let headers, let handlers):
      return self.upgrade(headers, to: handlers, context)
    }
    let writer = HTTPResponseWriter(
      to: request.head, on: context.channel,
      // After a declined upgrade the decoder parses nothing more.
      isLast: self.isQuiescing || !request.head.isKeepAlive
        || request.head.headers.contains(name: "upgrade"))
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    let service = self.service
    let task = Task {
      let response = await service.respond(to: request)
      loop.execute { bound.value.0.answers(with: response) }
      guard await writer.write(response) else { return }
      loop.execute {
        let (handler, context) = bound.value
        handler.answered(isLast: writer.isLast, context)
      }
    }
    self.watch?.responseBegan()
    self.phase = .responding(task, isEndless: service.isEndless(request))
  }

  private func answers(with response: HTTPResponse) {
    if case .responding = self.phase { self.watch?.buffered(response.body.count) }
  }

  private func answered(isLast: Bool, _ context: ChannelHandlerContext) {
    guard case .responding = self.phase else { return }
    // Set before writing the end, which releases the next pipelined request.
    self.phase = .idle
    self.watch?.responseEnded()
    context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
    if isLast || self.isQuiescing { context.close(promise: nil) }
  }

  /// Responds before the request is complete, and closes the connection.
  private func refuse(_ response: HTTPResponse, _ context: ChannelHandlerContext) {
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
    case .responding(let task, _): task.cancel()
    case .idle, .closing: break
    }
    self.phase = .closing
    self.watch?.buffered(0)
  }

  // MARK: Upgrade

  private func upgrade(
    _ headers: HTTPHeaders, to handlers: [any ChannelHandler], _ context: ChannelHandlerContext
  ) {
    let answer = HTTPResponseHead(
      version: .http1_1, status: .switchingProtocols, headers: headers)
    context.write(self.wrapOutboundOut(.head(answer)), promise: nil)
    context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
    HTTPPipeline.replace(context, with: handlers)
  }
}
