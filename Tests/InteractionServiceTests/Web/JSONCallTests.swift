import InteractionCore
import Logging
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Calls that carry JSON")
struct JSONCallTests {
  private static func message(_ json: String) throws -> [UInt8] {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let simulate = engine.jsonCalls(for: .users)["/interaction.v1.InteractionService/Simulate"]
    return try #require(simulate).request(Array(json.utf8))
  }

  @Test("a text of very many objects is refused before any is made", arguments: [39_999, 40_000])
  func objects(count: Int) throws {
    let events = Array(repeating: "{}", count: count).joined(separator: ",")
    let message = { try Self.message("{\"events\":[\(events)]}") }
    guard count == 40_000 else {
      #expect(try message().count == 2 * count)
      return
    }
    let error = #expect(throws: StreamError.self) { try message() }
    #expect(error?.reason == .invalidArgument && error?.message.contains("40000") == true)
  }

  @Test("braces in texts are no objects")
  func texts() throws {
    let text = String(repeating: "{", count: 50_000) + "\\\"{\\\\"
    #expect(try Self.message("{\"experienceName\":\"\(text)\"}").count > 50_000)
  }

  @Test(
    "a field that does not exist is refused by name, with the nearest that does (D5)",
    arguments: [
      (#"{"experience":"home-refined"}"#, "experience", "experienceName"),
      (#"{"events":[{"scrol":{}}]}"#, "scrol", "scroll"),
      (#"{"events":[{"scroll":{"sourc":"home"}}]}"#, "sourc", "source"),
    ])
  func unknown(json: String, name: String, nearest: String) {
    let error = #expect(throws: StreamError.self) { try Self.message(json) }
    #expect(error?.reason == .invalidArgument)
    #expect(error?.message.contains("'\(name)'") == true)
    #expect(error?.message.hasSuffix("did you mean '\(nearest)'?") == true)
  }
}
