import Testing

@testable import InteractionCommandLine

@Suite("The options in force are printed")
struct PrintedConfigurationTests {
  private static let defaults = ["limit": ["a=1", "b=2"]]

  private func printed(
    _ arguments: [String], _ environment: [String: String] = [:],
    defaults: [String: [String]] = [:]
  ) throws -> String {
    let configured = try ConfiguredArguments(
      arguments, of: OptionsCommand.self, environment: environment, prefix: "BREW")
    return try PrintedConfiguration(configured, of: OptionsCommand.self, defaults: defaults).text
  }

  @Test("each with where it comes from; what is not given and has no default is left out")
  func sources() throws {
    let file = try ConfigurationFile("{drain-deadline: 1.5}")
    let text = try self.printed(
      ["--port", "3", "--config", file.path], ["BREW_HOST": "a: b"])
    #expect(
      text == """
        port: 3  # command line
        drain-deadline: 1.5  # \(file.path): drain-deadline
        host: 'a: b'  # BREW_HOST
        # limit:
        # insecure:

        """)
  }

  @Test("lists whole, mappings with their defaults")
  func several() throws {
    #expect(
      try self.printed(["--limit=a=5", "--limit", "c=x y", "--insecure"]) == """
        port: 50051  # default
        drain-deadline: 10.0  # default
        # host:
        limit:  # command line
          - 'a=5'
          - 'c=x y'
        insecure: true  # command line

        """)
    let limits = try self.printed(["--limit=a=5"], defaults: Self.defaults)
    #expect(limits.contains("limit:\n  a: 5  # command line\n  b: 2  # default\n"))
  }

  @Test("the printed configuration reads back as the same")
  func roundTrip() throws {
    let arguments = ["--port=7", "--host=it's #1", "--insecure"]
    let text = try self.printed(arguments, ["BREW_LIMIT": "b=9"], defaults: Self.defaults)
    let brew = try ConfigurationFile(text).brew([], environment: [:])
    #expect(brew.port == 7 && brew.host == "it's #1" && brew.insecure)
    #expect(brew.limits == ["a=1", "b=9"])
  }
}
