import NIOCore
import NIOPosix
import Testing

/// A connection on which anything can be sent. What the test does not take from it stays unread in
/// the end.
struct Connection {
  let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

  init(port: Int) async throws {
    self.channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel(wrappingChannelSynchronously: channel)
        }
      }
  }

  /// Everything that comes back until the other side closes.
  static func answer(to text: String, port: Int) async throws -> String {
    try await Connection(port: port).channel.executeThenClose { inbound, outbound in
      var answer = ""
      do {
        try await outbound.write(ByteBuffer(string: text))
        for try await part in inbound { answer += String(buffer: part) }
      } catch is IOError {
        // Reset, after what was read.
      } catch is ChannelError {
        // Closed before anything was sent.
      }
      return answer
    }
  }

  /// The answer to one request on a connection of its own.
  static func answer(_ method: String = "GET", _ path: String, port: Int) async throws -> Answer {
    let request = "\(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    return try #require(Answer(try await self.answer(to: request, port: port)))
  }
}

/// An answer in HTTP/1.1.
struct Answer {
  let status: Int
  let fields: [Substring]
  let body: String

  init?(_ text: String) {
    // Both characters of a line end are one of Swift's.
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    guard
      let words = lines.first?.split(separator: " "), words.count >= 2,
      let status = Int(words[1])
    else { return nil }
    self.status = status
    self.fields = Array(lines.dropFirst())
    self.body = String(text[end.upperBound...])
  }

  /// The value of a header field.
  subscript(_ name: String) -> String? {
    self.fields.first { $0.lowercased().hasPrefix("\(name): ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}
