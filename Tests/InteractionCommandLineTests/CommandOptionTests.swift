import ArgumentParser
import Testing

@testable import InteractionCommandLine

@Suite("Options of a command, from its help")
struct CommandOptionTests {
  @Test("Each with its kind, but those that only the command line has")
  func kinds() throws {
    let options = try CommandOption.all(of: OptionsCommand.self)
    #expect(
      Set(options) == [
        CommandOption(
          name: "port", isFlag: false, isRepeating: false, defaultValue: "50051"),
        CommandOption(
          name: "drain-deadline", isFlag: false, isRepeating: false, defaultValue: "10.0"),
        CommandOption(name: "host", isFlag: false, isRepeating: false),
        CommandOption(name: "limit", isFlag: false, isRepeating: true),
        CommandOption(name: "insecure", isFlag: true, isRepeating: false),
      ])
  }

  @Test(
    "Valid names of options",
    arguments: [
      ("port", true), ("tls-key", true), ("Port", true), ("", false), ("-port", false),
      ("port=5", false), ("two words", false), ("config", false), ("version", false),
      ("check", false), ("print-config", false),
    ])
  func names(_ text: String, _ isName: Bool) {
    #expect(CommandOption.isName(text) == isName)
  }
}
