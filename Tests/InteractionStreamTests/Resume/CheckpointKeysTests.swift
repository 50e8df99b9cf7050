import InteractionWire
import SwiftProtobuf
import Synchronization
import Testing

@testable import InteractionStream

@Suite("Resume: key rings")
struct CheckpointKeysTests {
  private static let a = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
  private static let b = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="
  private static let zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  private static func names(_ text: String) -> [String] {
    (try? CheckpointKeys(text))?.keys.map(\.id) ?? []
  }

  private static func problems(_ text: String) -> [String] {
    do throws(CheckpointKeys.ReadError) {
      _ = try CheckpointKeys(text)
      return []
    } catch {
      return error.problems
    }
  }

  @Test("keys are read in order; blanks, comments and line ends of any kind mean nothing")
  func good() {
    #expect(Self.names("a \(Self.a)") == ["a"])
    #expect(Self.names("a \(Self.a)\nb \(Self.b)\n") == ["a", "b"])
    #expect(Self.names("# newest\n\n  b\t\(Self.b)  # sealing\na \(Self.a)") == ["b", "a"])
    #expect(Self.names("b \(Self.b)\r\na \(Self.a)\r\n") == ["b", "a"])
    #expect(Self.names("# keys\r\nb \(Self.b)\r\n") == ["b"])
    #expect(Self.names("A.z_0-9-is-16-by \(Self.a)") == ["A.z_0-9-is-16-by"])
    let line = CheckpointKeys.newLine(named: "n")
    #expect(Self.names(line) == ["n"] && line != CheckpointKeys.newLine(named: "n"))
  }

  @Test("everything that is wrong is said, by line, and no key in it")
  func bad() {
    let rows: [(String, [String])] = [
      ("", ["the file contains no key"]),
      ("# nothing\n\n", ["the file contains no key"]),
      ("a", ["line 1: must be a name"]),
      ("a \(Self.a) b", ["line 1: the time of 'a' must be an ISO 8601 time such as"]),
      ("a \(Self.a) 2026-01-31T18:00:00Z b", ["line 1: must be a name"]),
      ("a \(Self.a)\n\na \(Self.b)", ["line 3: the name 'a' is a duplicate"]),
      ("seventeen-bytes-x \(Self.a)", ["line 1: the name must be 1 to 16"]),
      ("a/b \(Self.a)", ["line 1: the name must be 1 to 16"]),
      ("é \(Self.a)", ["line 1: the name must be 1 to 16"]),
      ("a AAEC", ["line 1: the key of 'a' must be 32 bytes"]),
      ("a \(Self.a)AA", ["line 1: the key of 'a' must be 32 bytes"]),
      ("a not-base64!", ["line 1: the key of 'a' must be 32 bytes"]),
      ("a \(Self.zeros)", ["line 1: the key of 'a' is not random"]),
      ("a AAEC\nb\n", ["line 1: the key of 'a' must be", "line 2: must be a name"]),
    ]
    for (text, expected) in rows {
      let problems = Self.problems(text)
      #expect(problems.count == expected.count, "\(text)")
      for (problem, start) in zip(problems, expected) {
        #expect(problem.hasPrefix(start), "\(text): \(problem)")
        #expect(!problem.contains(Self.a) && !problem.contains("AAEC"), "\(problem)")
      }
    }
  }

  @Test("sixteen keys are the most")
  func most() {
    func ring(_ count: Int) -> String {
      (0 ..< count).map { CheckpointKeys.newLine(named: "k\($0)") }.joined(separator: "\n")
    }
    #expect(Self.names(ring(16)).count == 16)
    #expect(Self.problems(ring(17)) == ["the file contains 17 keys; must contain at most 16"])
  }

  @Test("a key with a time opens at once and seals from then on; a later one takes over")
  func sealing() throws {
    let ring = try CheckpointKeys(
      """
      third \(Self.a) 2026-01-31T18:00:20Z
      second \(Self.b) 2026-01-31T18:00:10Z
      \(CheckpointKeys.newLine(named: "first"))
      """)
    let start: Int64 = 1_769_882_400
    #expect(CheckpointKeys.text(of: start) == "2026-01-31T18:00:00Z")
    for (seconds, name) in [(0, "first"), (9, "first"), (10, "second"), (20, "third")] {
      #expect(ring.sealing(at: start + Int64(seconds)).id == name, "after \(seconds) s")
    }
    #expect(
      ring.plan(at: start)
        == "first, then second from 2026-01-31T18:00:10Z, then third from 2026-01-31T18:00:20Z")
    #expect(ring.plan(at: start + 20) == "third")
  }

  @Test("if no key is valid yet, the next one seals")
  func onlyLater() throws {
    let ring = try CheckpointKeys(
      "b \(Self.b) 2026-01-31T18:00:20Z\n\(CheckpointKeys.newLine(named: "a", sealsFrom: 7))")
    #expect(ring.sealing(at: 0).id == "a")
  }

  @Test("engines that read a new key at different moments open each other's checkpoints")
  func rotation() throws {
    func vault(_ text: String) throws -> CheckpointSealer {
      CheckpointSealer(keys: try CheckpointKeys(text)) { Self.clock.withLock { $0 } }
    }
    let old = "first \(Self.a)\n"
    let new = "second \(Self.b) \(CheckpointKeys.text(of: 120))\n" + old
    let (one, two) = (try vault(old), try vault(old))
    for time in Int64(0) ..< 300 {
      Self.clock.withLock { $0 = time }
      if time == 5 { one.replaceKeys(try CheckpointKeys(new)) }
      if time == 100 { two.replaceKeys(try CheckpointKeys(new)) }
      for (from, to) in [(one, two), (two, one)] {
        let token = try #require(from.seal(.with { $0.sessionID = "s" }))
        #expect(try to.open(token).sessionID == "s")
      }
    }
    #expect(one.seal(.init())?.dropFirst(2).prefix(6) == Array("second".utf8)[...])
  }

  private static let clock = Mutex<Int64>(0)
}
