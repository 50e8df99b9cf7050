import Testing

@testable import InteractionCommandLine

@Suite("The command line comes first, then the environment, then the file")
struct PrecedenceTests {
  @Test("Each decides where the ones before it say nothing")
  func precedence() throws {
    let file = try ConfigurationFile("{port: 1, host: file, drain-deadline: 1.5}")
    let brew = try file.brew(
      ["--port", "3"], environment: ["BREW_PORT": "2", "BREW_HOST": "environment"])
    #expect(brew.port == 3)
    #expect(brew.host == "environment")
    #expect(brew.drainDeadline == 1.5)
    #expect(brew.limits.isEmpty)
  }

  @Test("--config comes before its variable")
  func files() throws {
    let one = try ConfigurationFile("port: 1")
    let two = try ConfigurationFile("port: 2")
    #expect(try two.brew([], environment: [:]).port == 2)
    let variable = ["BREW_CONFIG": two.path]
    #expect(try ConfiguredArguments.brew(["--config=\(one.path)"], variable).port == 1)
    #expect(try ConfiguredArguments.brew([], variable).port == 2)
  }

  @Test("A list is taken whole", arguments: [["--limit", "a=5"], ["--limit=a=5"]])
  func lists(_ arguments: [String]) throws {
    let file = try ConfigurationFile("limit: {a: 1, b: 2}")
    #expect(try file.brew(arguments, environment: ["BREW_LIMIT": "c=3"]).limits == ["a=5"])
    #expect(try file.brew([], environment: ["BREW_LIMIT": "c=3, d=4"]).limits == ["c=3", "d=4"])
    #expect(try file.brew([], environment: [:]).limits == ["a=1", "b=2"])
  }

  @Test("A variable takes back what the file has switched on")
  func flags() throws {
    let file = try ConfigurationFile("insecure: true")
    #expect(try file.brew([], environment: [:]).insecure)
    #expect(try !file.brew([], environment: ["BREW_INSECURE": "false"]).insecure)
    #expect(try file.brew(["--insecure"], environment: ["BREW_INSECURE": "0"]).insecure)
  }
}
