import Foundation
import NIOCore
import NIOPosix
import Testing
import X509

@Suite("Servers that must not come up, and warnings of those that do", .timeLimit(.minutes(5)))
struct StartTests {
  private let folder: TestFolder

  init() throws { self.folder = try TestFolder() }

  @Test(
    "a port that another engine has, or another program",
    arguments: ["--port", "--operator-port", "--monitoring-port", "--web-port"])
  func takenPort(option: String) async throws {
    let taken = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(taken.localAddress?.port)
    try await ProgramEngine.with { engine in
      for port in [engine.port, port] {
        let others = option == "--port" ? [] : ["--port", "0"]
        let complaint = try await Program.complaint(others + [option, "\(port)"])
        #expect(complaint.contains("in use"))
      }
    }
    try await taken.close()
  }

  @Test("an experience that cannot be read, and a folder that is not there")
  func experiences() async throws {
    try self.folder.write("bad.yaml", "name: [")
    for (path, part) in [(self.folder.path, "bad.yaml"), (self.folder.path("attic"), "attic")] {
      let complaint = try await Program.complaint(["--port", "0", "--experiences", path])
      #expect(complaint.contains(part))
    }
  }

  @Test(
    "a bad option is told with its place, and the exit code is 64",
    arguments: [
      (["--prot"], [:], "Unknown option '--prot'"),
      ([], ["INTERACTION_PORT": "70000"], "INTERACTION_PORT is 70000; must be 0 to 65535"),
      (
        [], ["INTERACTION_PROT": "1"],
        "Unknown option 'INTERACTION_PROT'. Did you mean '--port'?"
      ),
      (
        [], ["INTERACTION_CONFIG": "FILE"],
        "The value 'sessions=0' is invalid for 'FILE: limit': must be 1 to 10000000"
      ),
    ] as [([String], [String: String], String)])
  func badOptions(
    options: [String], environment: [String: String], problem: String
  ) async throws {
    let file = try self.folder.write("engine.yaml", "limit: {sessions: 0}")
    let output = try await Program.engine.run(
      ["serve"] + options, environment: environment.mapValues { $0.replacing("FILE", with: file) })
    #expect(output.code == 64 && output.out == [])
    let first = try #require(output.err.first)
    #expect(first.hasPrefix("Error: \(problem.replacing("FILE", with: file))"), "\(first)")
  }

  /// Invalid contents of a server's files, and the file that the error names.
  private static let certificates: [(named: String, changed: [String: Content])] = [
    ("certificate", ["certificate": .text("")]), ("certificate", ["key": .text("")]),
    ("certificate", ["certificate": .text("attic")]), ("certificate", ["key": .cut(100)]),
    ("certificate", ["certificate": .cut(300)]), ("certificate", ["key": .ofAnother]),
    ("certificate", ["certificate": .of("key"), "key": .of("certificate")]),
    ("certificate", ["certificate": .missing]), ("key", ["key": .missing]),
    ("root", ["root": .missing]), ("root", ["root": .text("")]),
    ("root", ["root": .text("attic")]), ("root", ["root": .of("key")]),
  ]

  private enum Content {
    case text(String)
    case cut(Int)
    case of(String)
    case ofAnother
    case missing
  }

  @Test("certificates that cannot be used, or are missing", arguments: certificates.indices)
  func badCertificates(number: Int) async throws {
    let (named, changed) = Self.certificates[number]
    let files = try CertificateFiles(in: self.folder)
    func text(_ name: String) throws -> String {
      try String(contentsOf: self.folder.url("\(name).pem"), encoding: .utf8)
    }
    let other = try files.authority.issue(.dnsName("localhost")).key
    let contents: [(String, String?)] = try changed.map { name, content in
      switch content {
      case .text(let text): (name, Optional(text))
      case .cut(let count): (name, String(try text(name).prefix(count)))
      case .of(let other): (name, try text(other))
      case .ofAnother: (name, other)
      case .missing: (name, nil)
      }
    }
    for (name, content) in contents {
      if let content {
        try self.folder.write("\(name).pem", content)
      } else {
        try FileManager.default.removeItem(at: self.folder.url("\(name).pem"))
      }
    }
    let complaint = try await Program.complaint(["--port", "0"] + files.mutual)
    #expect(complaint.contains(self.folder.path("\(named).pem")), "\(complaint)")
  }

  /// Returns the options of an engine that accepts tokens of the keys in a file.
  private static func tokens(_ keys: String) -> [String] {
    ["--jwks", keys, "--token-issuer", "i", "--token-audience", "a"]
  }

  private func goodKeys() throws -> String {
    try Issuer().writeKeys(to: self.folder.url("keys.json"))
    return self.folder.path("keys.json")
  }

  @Test(
    "keys that cannot be used: each line names the file, once, and one problem",
    arguments: [
      ("", "keys"), (#"{"keys": [{"kty": "oct", "k": "c2VjcmV0", "kid": "s"}]}"#, "symmetric"),
      (#"{"keys": [{"kty": "EC", "kid": "a"}, {"kty": "EC", "kid": "a"}]}"#, "keys[1].kid"),
    ])
  func badKeys(text: String, part: String) async throws {
    let file = try self.folder.write("keys.json", text)
    let output = try await Program.engine.run(
      ["serve", "--port", "0"] + Self.tokens(file))
    #expect(output.code == 1 && !output.err.isEmpty)
    #expect(output.err.allSatisfy { $0.ranges(of: file).count == 1 }, "\(output.err)")
    #expect(output.text.contains(part), "\(output.err)")
  }

  @Test("names that cannot be used are told, and no other option is blamed")
  func badNames() async throws {
    let files = try CertificateFiles(in: self.folder)
    let keys = try self.goodKeys()
    let tokens = ["--port", "0"] + Self.tokens(keys)
    let complaint = try await Program.complaint(
      tokens + files.mutual + ["--peer-role", "a.example=attic"])
    #expect(complaint.contains("--peer-role is 'a.example=attic'") && !complaint.contains(keys))
    let claim = try await Program.complaint(tokens + ["--token-roles-claim", "sub"])
    #expect(claim.contains("--token-roles-claim is 'sub'"), "\(claim)")
  }

  @Test("an authority without roles is warned of", arguments: ["", "tokens", "roles"])
  func authority(named: String) async throws {
    let files = try CertificateFiles(in: self.folder)
    let keys = try self.goodKeys()
    let options =
      switch named {
      case "tokens": Self.tokens(keys)
      case "roles": ["--peer-role", "a.example=client"]
      default: [String]()
      }
    try await ProgramEngine.with(files.mutual + options) {
      $0.level = "info"
    } _: { engine in
      // The warnings are logged before this line.
      try await engine.told("file descriptors allocated")
      #expect(engine.text.contains("grants every role") == named.isEmpty)
    }
  }

  @Test("a key file that others may read is warned of", arguments: [0o600, 0o640, 0o604, 0o602])
  func permissions(mode: Int) async throws {
    let keys = try await self.folder.addKey()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: keys)
    try await ProgramEngine.with(["--checkpoint-keys", keys]) {
      $0.level = "info"
    } _: { engine in
      try await engine.told("file descriptors allocated")
      #expect(engine.text.contains("key file is accessible") == (mode != 0o600))
    }
  }

  @Test("insecure, and said so")
  func insecure() async throws {
    let keys = try await self.folder.addKey()
    let options = ["--host", "127.0.0.1", "--insecure", "--checkpoint-keys", keys]
    try await ProgramEngine.with(options) { engine in
      try await engine.expectSession()
    }
  }

  @Test(
    "folders for recordings that cannot be made", arguments: ["FILE", "FILE/in/it", "/proc/attic"])
  func recordings(place: String) async throws {
    let file = try self.folder.write("file", "")
    let folder = place.replacing("FILE", with: file)
    #expect(try await Program.complaint(["--port", "0", "--record", folder]).contains(folder))
  }

  @Test(
    "a supervisor's address that is none",
    arguments: [
      ("run/notify", "'run/notify'"), ("/" + String(repeating: "a", count: 107), "108 bytes"),
    ])
  func supervisor(address: String, part: String) async throws {
    let complaint = try await Program.complaint(
      ["--port", "0"], environment: ["NOTIFY_SOCKET": address])
    #expect(complaint.contains(part), "\(complaint)")
  }
}

extension EngineCaller {
  /// Checks that a session works from its opening to its end.
  func expectSession() async throws {
    let client = TestStream(self)
    try await client.open()
    #expect(try await client.exchange(.tap(1)).tabs == [1])
    #expect(await client.close().end == .well)
  }
}
