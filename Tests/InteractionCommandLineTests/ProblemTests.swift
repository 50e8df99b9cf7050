import Testing

@testable import InteractionCommandLine

@Suite("Problems are reported with their place")
struct ProblemTests {
  @Test(
    "In the environment",
    arguments: [
      ("BREW_PORT", "abc", "The value 'abc' is invalid for 'BREW_PORT'"),
      ("BREW_PORT", "70000", "BREW_PORT is 70000; must be 0 to 65535 with --drain-deadline"),
      ("BREW_PORT", "", "BREW_PORT is empty; set a value or remove it"),
      ("BREW_HOST", "secret\nsecret", "BREW_HOST has several lines; must be a single line"),
      ("BREW_LIMIT", "a=1,,b=2", "BREW_LIMIT is empty; set a value or remove it"),
      ("BREW_INSECURE", "perhaps", "BREW_INSECURE must be true or false"),
      ("BREW_PROT", "5", "Unknown option 'BREW_PROT'. Did you mean '--port'?"),
      ("BREW_Port", "5", "Unknown option 'BREW_Port'. Did you mean '--port'?"),
      ("BREW_FILE", "x", "Unknown option 'BREW_FILE'"),
      ("BREW_", "x", "BREW_ is not the name of an option; see --help"),
      ("BREW_VERSION", "2", "BREW_VERSION is not the name of an option; see --help"),
      ("BREW_HELP", "true", "BREW_HELP is not the name of an option; see --help"),
      ("BREW_CONFIG", "/attic/x", "/attic/x: no such file"),
    ])
  func environment(_ variable: String, _ value: String, _ problem: String) {
    #expect(throws: ConfigurationError(problem)) {
      try ConfiguredArguments.brew([], [variable: value])
    }
  }

  @Test(
    "In the file",
    arguments: [
      ("port: abc", "The value 'abc' is invalid for 'FILE: port'"),
      (
        "{port: 70000, drain-deadline: 5}",
        "FILE: port is 70000; must be 0 to 65535 with FILE: drain-deadline"
      ),
      ("port:", "FILE: port is empty; set a value or remove it"),
      ("port: [1, 2]", "FILE: port must be a single value"),
      ("port: {a: 1}", "FILE: port must be a single value"),
      ("host: |\n  secret\n  secret", "FILE: host has several lines; must be a single line"),
      ("limit: {a: {b: 1}}", "FILE: limit must be a list"),
      ("insecure: [true]", "FILE: insecure must be true or false"),
      ("prot: 1", "Unknown option 'FILE: prot'. Did you mean '--port'?"),
      ("config: other", "FILE: config is not the name of an option; see --help"),
      ("two words: 1", "FILE: two words is not the name of an option; see --help"),
      ("port: 1\nport: 2", "FILE: duplicate keys: port"),
      ("- port", "FILE: must be a mapping of option names to values"),
      ("port: 1\nhost: [", "FILE: line 3: did not find expected node content"),
    ])
  func file(_ text: String, _ problem: String) throws {
    let file = try ConfigurationFile(text)
    let expected = problem.replacing("FILE", with: file.path)
    #expect(throws: ConfigurationError(expected)) { try file.brew([], environment: [:]) }
  }

  @Test("Kubernetes' variables for services of the same name are ignored")
  func serviceLinks() throws {
    let brew = try ConfiguredArguments.brew(
      [],
      [
        "BREW_PORT": "tcp://10.0.0.1:50051", "BREW_SERVICE_HOST": "10.0.0.1",
        "BREW_SERVICE_PORT": "50051", "BREW_SERVICE_PORT_GRPC": "50051",
        "BREW_PORT_50051_TCP": "tcp://10.0.0.1:50051", "BREW_PORT_50051_TCP_ADDR": "10.0.0.1",
        "BREW_ENGINE_SERVICE_HOST": "10.0.0.1", "BREW_ENGINE_PORT": "udp://10.0.0.1:53",
        "BREWERY_PORT": "1", "PATH": "/bin",
      ])
    #expect(brew.port == 50051)
  }

  @Test("A file with nothing in it says nothing", arguments: ["", "# nothing", "{}"])
  func empty(_ text: String) throws {
    #expect(try ConfigurationFile(text).brew([], environment: [:]).port == 50051)
  }

  @Test("A list in each form", arguments: ["limit: [a=1, b=2]", "limit:\n  a: 1\n  b: [2]\n"])
  func lists(_ text: String) throws {
    #expect(try ConfigurationFile(text).brew([], environment: [:]).limits == ["a=1", "b=2"])
  }

  @Test("Names with dots, and with several values")
  func mapping() throws {
    let file = try ConfigurationFile("limit: {desk.example.com: [client, operator]}")
    #expect(
      try file.brew([], environment: [:]).limits
        == ["desk.example.com=client", "desk.example.com=operator"])
  }
}
