import Foundation
import Testing

@testable import InteractionLoad

@Suite("Files of tokens and certificates")
struct AccessTokenFileTests {
  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("tokens-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test("Sessions take turns with the tokens")
  func turns() throws {
    try self.withFile("one\n two \n\nthree") { path in
      let tokens = try AccessTokenFile(path)
      #expect((0 ..< 4).map(tokens.token) == ["one", "two", "three", "one"])
    }
  }

  @Test("A file that cannot be used is named, with what is wrong")
  func bad() throws {
    try self.withFile("\n \n") { path in
      let tokens = #expect(throws: LoadError.self) { try AccessTokenFile(path) }
      #expect(tokens?.description == "--token-file is '\(path)'; the file contains no token")
      let security = #expect(throws: LoadError.self) {
        try LoadTLS(authority: path, certificate: nil, key: nil, serverName: nil)
      }
      #expect(security?.description == "\(path) contains no certificate in PEM")
    }
    let gone = #expect(throws: LoadError.self) { try AccessTokenFile("/attic/token") }
    #expect(
      gone?.description
        == "--token-file is '/attic/token'; cannot read it: no such file or directory")
  }
}
