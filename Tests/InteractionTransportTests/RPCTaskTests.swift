import GRPCCore
import NIOCore
import NIOEmbedded
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("A routed call on its task", .timeLimit(.minutes(1)))
struct RPCTaskTests {
  private let channel: NIOAsyncTestingChannel
  private let calls: AsyncStream<RPCTask>

  init() async throws {
    let (calls, begun) = AsyncStream<RPCTask>.makeStream()
    self.calls = calls
    self.channel = try await NIOAsyncTestingChannel { channel in
      let services = ConnectionServices { request, stream, connection in
        if let call = RPCTask.begin(request, on: stream, of: connection) { begun.yield(call) }
      }
      try channel.pipeline.syncOperations.addHandler(ConnectionHandler(services: services))
    }
    try await self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer"))
    try await self.channel.writeInbound(Frames.opening)
    _ = try await self.written()
  }

  private func written() async throws -> WrittenFrames {
    var frames: [ByteBuffer] = []
    while let bytes = try await self.channel.readOutbound(as: ByteBuffer.self) {
      frames += bytes.frames
    }
    return try WrittenFrames(frames)
  }

  /// Serves the next call.
  private func serve(_ handler: @escaping RPCTask.Handler) async {
    for await call in self.calls { return await call.run(handler) }
  }

  private func send(_ bytes: [UInt8], isLast: Bool = false) async throws {
    try await self.channel.writeInbound(
      Frames.frame(type: 0, flags: isLast ? 1 : 0, stream: 1, payload: bytes))
  }

  @Test("its handler reads metadata and messages to the end, and writes as it likes")
  func echo() async throws {
    try await self.channel.writeInbound(
      HTTP2Client.request("/a.Service/Echo", ["key": "value", "grpc-timeout": "-1S"]))
    try await self.send(message(of: 3, 1))
    try await self.send(message(of: 40, 2) + message(of: 2, 3), isLast: true)
    await self.serve { stream, context in
      let name = context.descriptor.fullyQualifiedMethod
      do {
        for try await part in stream.inbound {
          switch part {
          case .metadata(let metadata):
            let key = Array(metadata[stringValues: "key"]).joined()
            #expect(metadata["grpc-timeout"].allSatisfy { _ in false })
            try await stream.outbound.write(.metadata(["name": "\(name), \(key)"]))
          case .message(let message): try await stream.outbound.write(.message(message))
          }
        }
        try await stream.outbound.write(.status(Status(code: .ok, message: ""), ["after": "all"]))
      } catch {
        Issue.record(error)
      }
      await stream.outbound.finish()
    }
    let frames = try await self.written()
    #expect(frames.words == ["headers", "data", "data", "data", "headers, end"])
    #expect(frames.headers == ["grpc-status": "0", "after": "all"])
    #expect(
      Array(frames.data.readableBytesView)
        == message(of: 3, 1) + message(of: 40, 2) + message(of: 2, 3))
    _ = try await self.channel.finish(acceptAlreadyClosed: true)
  }

  @Test("a handler that does not answer has failed")
  func noAnswer() async throws {
    try await self.channel.writeInbound(
      HTTP2Client.request("/a.Service/Method", isWhole: true))
    await self.serve { stream, _ in await stream.outbound.finish() }
    let frames = try await self.written()
    #expect(frames.words == ["headers, end"])
    #expect(frames.status == "2")
    _ = try await self.channel.finish(acceptAlreadyClosed: true)
  }

  @Test(
    "its handler is cancelled with it, and neither reads nor writes any more",
    arguments: [true, false])
  func cancellation(isReset: Bool) async throws {
    let (steps, step) = AsyncStream<String>.makeStream()
    try await self.channel.writeInbound(HTTP2Client.request("/a.Service/Method"))
    async let served: Void = self.serve { stream, context in
      step.yield("begins")
      try? await context.cancellation.cancelled
      step.yield("is cancelled")
      do {
        for try await _ in stream.inbound {}
      } catch {
        step.yield("reads no more")
      }
      do {
        try await stream.outbound.write(.message([7]))
      } catch {
        step.yield("writes no more")
      }
      await stream.outbound.finish()
      step.finish()
    }
    var taken: [String] = []
    for await next in steps {
      taken.append(next)
      guard next == "begins" else { continue }
      if isReset {
        try await self.channel.writeInbound(
          Frames.reset(1))
      } else {
        try await self.channel.close()
      }
    }
    await served
    #expect(taken == ["begins", "is cancelled", "reads no more", "writes no more"])
    #expect(try await self.written().words == [])
    _ = try await self.channel.finish(acceptAlreadyClosed: true)
  }
}
