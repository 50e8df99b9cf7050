import Foundation
import InteractionCore
import Testing

@testable import InteractionClient

@Suite("The session's machine")
struct SessionMachineTests {
  /// The file of the golden table; `INTERACTION_RECORD=1` rewrites it.
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Frames/session-machine.md").standardized

  @Test("each input in each phase does what the table says")
  func table() throws {
    let text = try SessionMachineTable.text()
    if ProcessInfo.processInfo.environment["INTERACTION_RECORD"] != nil {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let accepted = try String(contentsOf: Self.file, encoding: .utf8)
    let differences = text.split(separator: "\n").difference(from: accepted.split(separator: "\n"))
    #expect(differences.isEmpty)
  }
}
