import NIOCore
import NIOPosix
import Testing

/// A raw connection for arbitrary bytes. Bytes that the test does not read remain unread.
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

  /// Sends bytes. Returns everything received until the server closes.
  static func answer(to text: String, port: Int) async throws -> String {
    try await Connection(port: port).channel.executeThenClose { inbound, outbound in
      var answer = ""
      do {
        try await outbound.write(ByteBuffer(string: text))
        for try await part in inbound { answer += String(buffer: part) }
      } catch is IOError {
        // Reset after the response was read.
      } catch is ChannelError {
        // Closed before anything was sent.
      }
      return answer
    }
  }

  /// Returns the response to a request on a connection of its own.
  static func answer(_ method: String = "GET", _ path: String, port: Int) async throws -> Answer {
    let request = "\(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    return try #require(Answer(try await self.answer(to: request, port: port)))
  }
}

/// An HTTP/1.1 response.
struct Answer {
  let status: Int
  let fields: [Substring]
  let body: String

  init?(_ text: String) {
    // Swift treats CR LF as one character.
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

  /// Returns the value of a header field; nil if absent.
  subscript(_ name: String) -> String? {
    self.fields.first { $0.lowercased().hasPrefix("\(name): ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}
