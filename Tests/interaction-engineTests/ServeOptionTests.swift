import ArgumentParser
import Foundation
import InteractionService
import InteractionStream
import Testing

@testable import interaction_engine

@Suite("Options of serve")
struct ServeOptionTests {
  /// Returns the error of a command line; nil if it is valid.
  private func problem(_ line: String) -> String? {
    do {
      _ = try Serve.parse(line.split(separator: " ").map(String.init))
      return nil
    } catch {
      return Serve.message(for: error)
    }
  }

  private static let token = "--token-issuer i --token-audience a"
  private static let jwks = "--jwks keys.json \(token)"
  private static let tls = "--tls-certificate c.pem --tls-key k.pem"

  @Test(
    "a value that makes no sense",
    arguments: [
      ("--prot 1", "--prot"), ("--port 70000", "--port is 70000; must be 0 to 65535"),
      ("--operator-port 70000", "--operator-port is 70000"),
      ("--monitoring-port=-1", "--monitoring-port is -1"),
      ("--limit sessions=0", "must be 1 to 10000000"), ("--limit sessions=x", "sessions=x"),
      ("--limit opens-per-second=-1", "opens-per-second=-1"),
      ("--limit sessions-per-user=1.5", "sessions-per-user=1.5"),
      ("--limit frame-bytes=1023", "frame-bytes=1023"),
      ("--limit heartbeat-seconds=601", "must be 1 to 600"),
      ("--limit event-burst=", "event-burst="), ("--limit memory-mib", "memory-mib"),
      ("--limit attic=1", "with one of these names: sessions, "),
      ("--drain-deadline 601", "--drain-deadline is 601s; must be 0s to 10m"),
      ("--drain-notice 20", "--drain-notice is 20s; must be at most --drain-deadline"),
      ("--record attic --record-share 1.1", "--record-share is 1.1; must be 0 to 1"),
      ("--record attic --record-budget 0", "--record-budget is 0"),
      ("\(jwks) --token-default-role attic", "--token-default-role"),
    ])
  func values(line: String, problem: String) {
    #expect(self.problem(line)?.contains(problem) == true, "\(self.problem(line) ?? "")")
  }

  @Test(
    "options that need others",
    arguments: [
      ("--tls-certificate c.pem", "must be used together"),
      ("--tls-key k.pem", "must be used together"),
      ("--tls-client-ca a.pem", "needs --tls-certificate"),
      ("\(tls) --peer-role a.example=client", "needs --tls-client-ca"),
      ("--jwks keys.json", "needs --token-issuer and --token-audience"),
      ("--jwks keys.json --token-issuer i", "needs --token-issuer and --token-audience"),
      (token, "need --jwks"), ("--token-audience a", "need --jwks"),
      ("--token-default-role client", "need --jwks"),
      ("--token-roles-claim scope", "need --jwks"), ("--record-share 0.5", "need --record"),
      ("--record-budget 9", "need --record"),
      ("--monitoring-host 127.0.0.1", "needs --monitoring-port"),
    ])
  func halves(line: String, problem: String) {
    #expect(self.problem(line)?.contains(problem) == true, "\(self.problem(line) ?? "")")
  }

  @Test(
    "beyond the loopback interface nothing is served unless it is asked for",
    arguments: ["0.0.0.0", "::", "192.0.2.1", "127.0.0.2", "attic.example"])
  func exposed(host: String) {
    let keys = "--checkpoint-keys keys"
    for (line, problem) in [
      ("", "--insecure"), (keys, "--insecure"), (Self.jwks, "--insecure"),
      (Self.tls, "authentication is required"),
      ("\(Self.tls) --tls-client-ca a.pem \(keys)", "authentication is required"),
      ("\(Self.tls) \(Self.jwks)", "--checkpoint-keys"), ("--insecure", "--checkpoint-keys"),
    ] {
      let found = self.problem("--host \(host) \(line)") ?? ""
      #expect(found.contains("--host is '\(host)'") && found.contains(problem), "\(line): \(found)")
    }
    #expect(self.problem("--host \(host) --insecure \(keys)") == nil)
    #expect(self.problem("--host \(host) \(Self.tls) \(Self.jwks) \(keys)") == nil)
  }

  @Test("on it everything is", arguments: ["127.0.0.1", "::1", "localhost"])
  func loopback(host: String) {
    #expect(self.problem("--host \(host)") == nil)
    #expect(self.problem("--host \(host) --insecure") == nil)
  }

  @Test("a key in place of its file is not shown")
  func key() {
    let key = CheckpointKeys.newLine(named: "first")
    do {
      _ = try Serve.parse(["--checkpoint-keys", key])
      Issue.record("a key is not a file")
    } catch {
      let message = Serve.message(for: error)
      #expect(message.contains("--checkpoint-keys is a key"))
      #expect(!message.contains(key.split(separator: " ")[1]))
    }
  }

  @Test("the documentation's table of limits has each, with its default and range")
  func documentedLimits() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/interaction-engine/interaction-engine.docc/Options.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.matches(of: /\| `([a-z-]+)` \| (\d+|none|auto) \| (\d+ to \d+) \|/)
    let documented = rows.map { "\($0.1) \($0.2) (\($0.3))" }
    let there = Limit.table.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(documented == there)
  }
}
