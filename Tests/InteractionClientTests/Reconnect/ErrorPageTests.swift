import Foundation
import GRPCCore
import InteractionCore
import InteractionService
import InteractionStream
import Testing

@testable import InteractionClient

@Suite("The page on errors says what the code does")
struct ErrorPageTests {
  /// Returns the rows of a section's table, as cells.
  private static func rows(_ title: String) throws -> [[String]] {
    let root = (0 ..< 4).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let page = root.appending(
      path: "Sources/interaction-engine/interaction-engine.docc/Errors.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("\(title)\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
      }
    }
  }

  @Test("each reason has a row, with its status and what the Swift client does")
  func reasons() throws {
    let rows = try Self.rows("Reasons")
    #expect(Set(rows.map { $0[0] }) == Set(StreamError.Reason.allCases.map(\.rawValue)))
    #expect(rows.count == StreamError.Reason.allCases.count)
    for row in rows {
      try #require(row.count == 5, "\(row)")
      let reason = try #require(StreamError.Reason(rawValue: row[0]))
      let status = row[1].replacing("_", with: "").lowercased()
      #expect(status == "\(reason.code)".lowercased(), "\(reason)")
      let code = try #require(InteractionError.Code(rawValue: reason.code.rawValue))
      let error = InteractionError(code: code, reason: row[0], message: "")
      let again =
        switch error.remedy {
        case .retry: "yes"
        case .newToken: "refresh"
        case .none: "no"
        }
      #expect(row[3].prefix { $0.isLetter } == again, "\(reason)")
    }
  }

  @Test("each reason to begin anew has a row")
  func restartReasons() throws {
    let rows = try Self.rows("Restart reasons").map { $0[0] }
    #expect(rows.sorted() == RestartReason.allCases.map(\.rawValue).sorted())
  }
}
