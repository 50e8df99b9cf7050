import NIOCore
import NIOPosix

/// A client of an engine's monitoring listener.
struct Monitor: Sendable {
  let port: Int
  var host = "127.0.0.1"

  struct Page {
    var status: Int
    var text: String
  }

  private struct NoPage: Error {
    let answer: String
  }

  /// Requests a page on a connection of its own.
  func get(_ path: String) async throws -> Page {
    let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: self.host, port: self.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let answer = try await connection.executeThenClose { inbound, outbound in
      let request = "GET \(path) HTTP/1.1\r\nHost: \(self.host)\r\nConnection: close\r\n\r\n"
      try await outbound.write(ByteBuffer(string: request))
      var answer = ByteBuffer()
      for try await part in inbound { answer.writeImmutableBuffer(part) }
      return String(buffer: answer)
    }
    guard let end = answer.firstRange(of: "\r\n\r\n"),
      let status = Int(answer.dropFirst(9).prefix(3))
    else { throw NoPage(answer: answer) }
    return Page(status: status, text: String(answer[end.upperBound...]))
  }

  /// Opens an idle connection.
  func connect() async throws -> any Channel {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: self.host, port: self.port).get()
  }

  /// Returns the value of a series, such as `events_total{kind="tap"}`; nil if it does not exist.
  func number(_ series: String) async throws -> Double? {
    let lines = try await self.get("/metrics").text.split(separator: "\n")
    let line = lines.first { $0.hasPrefix("interaction_\(series) ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
  }
}
