import Foundation
import Logging
import Testing

@testable import InteractionMonitoring

@Suite("The log's writer")
struct LogWriterTests {
  /// A pipe that is not read until the test does.
  private let pipe = Pipe()

  private var writer: LogWriter { LogWriter(self.pipe.fileHandleForWriting.fileDescriptor) }

  @Test("a pipe that is not read holds no logger up: lines are dropped, counted, and told")
  func unread() async throws {
    let writer = self.writer
    let handler = LineLogHandler(.text, level: .info, write: { writer.write($0) })
    let logger = Logger(label: "test") { _ in handler }
    let text = String(repeating: "x", count: 1_000)
    // More than the capacity of the pipe and the queue.
    for number in 0 ..< 3_000 { logger.info("line \(number)", metadata: ["text": "\(text)"]) }
    #expect(!writer.flush(within: .milliseconds(1)))

    // A thread, since a task might wait for the thread that waits for the writer.
    let (read, reader) = AsyncStream<Data>.makeStream()
    Thread.detachNewThread { [handle = self.pipe.fileHandleForReading] in
      reader.yield(handle.readDataToEndOfFile())
      reader.finish()
    }
    #expect(writer.flush(within: .seconds(60)))
    logger.info("the last line")
    #expect(writer.flush(within: .seconds(60)))
    try self.pipe.fileHandleForWriting.close()
    var data = Data()
    for await part in read { data += part }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let told = lines.filter { $0.contains("event=\"line ") }.count
    #expect(told > 1_000 && told < 3_000)
    #expect(lines.suffix(2).first?.contains("the last line") == true)
    #expect(lines.last?.contains("log lines dropped\" count=\(3_000 - told)") == true)
  }

  @Test("a queue starts one writer, and says how many lines were dropped before a line")
  func queue() {
    var queue = LogQueue()
    let half = String(repeating: "x", count: LogQueue.capacity / 2)
    #expect(queue.append(half) == .queued(dropped: 0, starts: true))
    #expect(queue.append(half) == .queued(dropped: 0, starts: false))
    #expect(queue.append("\n") == .dropped && queue.append("\n") == .dropped)
    #expect(queue.take()?.count == LogQueue.capacity)
    #expect(queue.append("a\n") == .queued(dropped: 2, starts: false))
    #expect(queue.append("b\n") == .queued(dropped: 0, starts: false))
    #expect(queue.take() == Array("a\nb\n".utf8))
    #expect(queue.take() == nil)
    #expect(queue.append("c\n") == .queued(dropped: 0, starts: true))
  }
}
