import Foundation
import InteractionService
import InteractionTransport
import InteractionWeb
import Logging
import NIOCore
import NIOPosix
import Testing

/// A playground on the loopback interface, with a folder of its own.
struct ServedPlayground {
  let folder: URL
  let port: Int

  /// Runs `body` with a playground and, optionally, a folder of these files, and one of recordings.
  static func with(
    _ files: [String: String] = [:], hasFolder: Bool = true, recordings: URL? = nil,
    _ body: (ServedPlayground) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playground-\(UUID().uuidString)/experiences")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    let engine = try Engine(
      Engine.Configuration(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let host = EngineHost(engine)
    let server = WebServer(
      of: host, on: "127.0.0.1", port: 0,
      routes: Playground(
        engine, files: hasFolder ? ExperienceFiles(folder: folder.path) : nil,
        recordings: recordings?.path
      ).routes)
    let serving = Task { try await host.run { try await server.serve() } }
    defer { serving.cancel() }
    try await body(ServedPlayground(folder: folder, port: try await server.listeningPort))
  }

  /// Returns the response to a request on a connection of its own; `headers` replaces a page's.
  func ask(
    _ method: String, _ path: String, _ body: String = "", headers: [String: String?] = [:]
  ) async throws -> (status: Int, body: String) {
    var sent: [String: String?] = [
      "host": "127.0.0.1:\(self.port)", "origin": "http://127.0.0.1:\(self.port)",
      "content-type": "application/json", "content-length": "\(body.utf8.count)",
      "connection": "close",
    ]
    sent.merge(headers) { $1 }
    let head = sent.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
    let answer = try await self.exchange("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body)")
    let parts = try #require(answer.firstRange(of: "\r\n\r\n"))
    let status = try #require(answer.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return (status, String(answer[parts.upperBound...]))
  }

  private func exchange(_ text: String) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: self.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      var answer = ""
      for try await part in inbound {
        answer += String(buffer: part)
        if Self.isWhole(answer) { break }
      }
      return answer
    }
  }

  /// Returns whether a response has the bytes that its `content-length` promises.
  private static func isWhole(_ answer: String) -> Bool {
    guard let head = answer.firstRange(of: "\r\n\r\n"),
      let length = answer[..<head.lowerBound].lowercased()
        .firstMatch(of: #/content-length: *(\d+)/#).flatMap({ Int($0.1) })
    else { return false }
    return answer[head.upperBound...].utf8.count >= length
  }

  /// Opens a file as the page does.
  func open(_ name: String) async throws -> (text: String, version: String) {
    struct Content: Decodable { let text: String, version: String }
    let answer = try await self.ask("POST", "/playground/open", name)
    try #require(answer.status == 200, "\(answer.body)")
    let content = try JSONDecoder().decode(Content.self, from: Data(answer.body.utf8))
    return (content.text, content.version)
  }

  /// Saves a file as the page does. Returns the response.
  func save(
    _ text: String, as name: String, replacing version: String? = nil,
    headers: [String: String?] = [:]
  ) async throws -> (status: Int, body: String) {
    let fields = ["name": name, "text": text, "version": version].compactMapValues { $0 }
    let body = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
    return try await self.ask("POST", "/playground/save", body, headers: headers)
  }

  /// Returns a file's content; nil if it does not exist.
  func text(_ name: String) -> String? {
    try? String(contentsOf: self.folder.appendingPathComponent(name), encoding: .utf8)
  }
}
