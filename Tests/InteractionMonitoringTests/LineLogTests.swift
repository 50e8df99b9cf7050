import Foundation
import Logging
import Synchronization
import Testing

@testable import InteractionMonitoring

@Suite("The log's lines")
struct LineLogTests {
  private final class Lines: Sendable {
    let text = Mutex("")
  }

  private static let evil =
    "a\nlevel=error event=forged\r\u{1B}[31m\u{9B}\u{2028}\u{202E}\" \\ =é😀\u{0}\u{7F}"

  private func line(
    _ format: LogFormat, _ metadata: Logger.Metadata, event message: String = "session opened"
  ) -> String {
    let lines = Lines()
    let handler = LineLogHandler(
      format, level: .info, now: { Date(timeIntervalSince1970: 1_769_882_400.25) },
      write: { line in
        lines.text.withLock { $0 += line }
        return 0
      })
    let logger = Logger(label: "test") { _ in handler }
    logger.info("\(message)", metadata: metadata)
    logger.debug("unimportant")
    return lines.text.withLock { $0 }
  }

  @Test("text: when, how important, what, and the fields by name; quotes where they are needed")
  func text() {
    let metadata: Logger.Metadata = ["session": "s-1", "client": "shop 1.0", "user": "", "n": "1"]
    #expect(
      self.line(.text, metadata)
        == "time=2026-01-31T18:00:00.250Z level=info event=\"session opened\""
        + " client=\"shop 1.0\" n=1 session=s-1 user=\"\"\n")
  }

  @Test("JSON: the same fields")
  func json() throws {
    let line = self.line(.json, ["session": "s-1", "client": "shop 1.0"])
    #expect(
      line
        == #"{"time":"2026-01-31T18:00:00.250Z","level":"info","event":"session opened","#
        + #""client":"shop 1.0","session":"s-1"}"# + "\n")
  }

  @Test("whatever a value holds, it is one value of one line", arguments: LogFormat.allCases)
  func forged(format: LogFormat) throws {
    let line = self.line(
      format, ["client": "\(Self.evil)", "level": "critical"], event: Self.evil)
    #expect(line.unicodeScalars.filter { $0.properties.generalCategory == .control } == ["\n"])
    #expect(line.hasSuffix("\n"))
    #expect(!line.contains("\u{2028}") && !line.contains("\u{202E}"))
    #expect(line.contains("é😀"))
    #expect(line.contains("level_"))
    if format == .json {
      let found = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
      #expect(found["client"] == Self.evil && found["event"] == Self.evil)
      #expect(found["level"] == "info" && found["level_"] == "critical")
    } else {
      #expect(line.contains(#"client="a\nlevel=error event=forged\r\u{1b}[31m\u{9b}"#))
    }
  }
}
