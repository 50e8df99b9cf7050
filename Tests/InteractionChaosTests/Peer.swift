import Foundation
import NIOCore

/// An end of a test connection: the received bytes, and the end of the stream.
final class Peer: Sendable {
  /// The timeout of a wait.
  static let patience = TimeAmount.seconds(30)

  /// A timed-out wait.
  struct Timeout: Error {}

  let channel: any Channel
  private let log: NIOLoopBound<PeerLog>

  /// Must be called on the channel's event loop.
  init(_ channel: any Channel, echoes: Bool = false) throws {
    let log = PeerLog(loop: channel.eventLoop, echoes: echoes)
    self.channel = channel
    self.log = NIOLoopBound(log, eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.addHandler(log)
    channel.closeFuture.whenComplete { [log = self.log] _ in log.value.closed() }
  }

  /// All received bytes.
  var bytes: [UInt8] {
    get async throws { try await self.read { Array($0.bytes.readableBytesView) } }
  }

  /// The end of the stream; nil while it is open.
  var end: PeerLog.End? {
    get async throws { try await self.read { $0.end } }
  }

  /// Waits for at least this number of bytes, or the end. Returns all received bytes.
  func bytes(_ count: Int) async throws -> [UInt8] {
    try await self.wait { $0.bytes.readableBytes >= count || $0.end != nil }
    return try await self.bytes
  }

  /// Waits for the end of the stream.
  func ended() async throws -> PeerLog.End? {
    try await self.wait { $0.end != nil }
    return try await self.end
  }

  func send(_ bytes: [UInt8]) async throws {
    try await self.channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
  }

  /// Sends without waiting; may fail.
  func post(_ bytes: [UInt8]) {
    self.channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
  }

  /// Half-closes the connection (FIN).
  func finish() async throws {
    try await self.channel.close(mode: .output).get()
  }

  func close() async {
    try? await self.channel.close().get()
  }

  /// Closes the connection with RST.
  func reset() async throws {
    let provider = self.channel as? any SocketOptionProvider
    try await provider?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    try await self.channel.close().get()
  }

  func reads(_ reads: Bool) async throws {
    try await self.channel.setOption(.autoRead, value: reads).get()
  }

  /// Waits for a condition on the log.
  private func wait(_ condition: @escaping @Sendable (PeerLog) -> Bool) async throws {
    try await self.channel.eventLoop.flatSubmit { [log] in
      let promise = log.value.loop.makePromise(of: Void.self)
      log.value.wait(condition, promise)
      log.value.loop.scheduleTask(in: Self.patience) { promise.fail(Timeout()) }
      return promise.futureResult
    }.get()
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (PeerLog) -> Value
  ) async throws -> Value {
    try await self.channel.eventLoop.submit { [log] in body(log.value) }.get()
  }
}

/// The log of a peer's channel.
final class PeerLog: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The end of a stream.
  enum End: Hashable, Sendable { case fin, rst }

  let loop: any EventLoop
  private let echoes: Bool
  private(set) var bytes = ByteBuffer()
  private(set) var end: End?
  /// True if the own side has sent FIN.
  private var hasFinished = false
  private var waits: [(condition: (PeerLog) -> Bool, promise: EventLoopPromise<Void>)] = []

  init(loop: any EventLoop, echoes: Bool) {
    self.loop = loop
    self.echoes = echoes
  }

  func wait(_ condition: @escaping (PeerLog) -> Bool, _ promise: EventLoopPromise<Void>) {
    self.waits.append((condition, promise))
    self.wake()
  }

  func end(_ how: End) {
    guard self.end == nil else { return }
    self.end = how
    self.wake()
  }

  /// Records the close of the socket; a FIN that completes the close is not reported otherwise.
  func closed() {
    self.end(self.hasFinished ? .fin : .rst)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var received = self.unwrapInboundIn(data)
    if self.echoes { context.writeAndFlush(self.wrapOutboundOut(received), promise: nil) }
    self.bytes.writeBuffer(&received)
    self.wake()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event as? ChannelEvent {
    case .outputClosed: self.hasFinished = true
    case .inputClosed:
      self.end(.fin)
      if self.echoes { context.close(mode: .output, promise: nil) }
    case nil: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.end(.rst)
  }

  private func wake() {
    let ready = self.waits.filter { $0.condition(self) }
    self.waits.removeAll { $0.condition(self) }
    for wait in ready { wait.promise.succeed() }
  }
}
