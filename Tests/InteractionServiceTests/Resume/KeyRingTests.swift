import Testing

@testable import InteractionService

@Suite("Resume: key rings")
struct KeyRingTests {
  private static let a = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
  private static let b = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="
  private static let zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  private static func names(_ text: String) -> [String] {
    (try? KeyRing(text))?.keys.map(\.id) ?? []
  }

  private static func problems(_ text: String) -> [String] {
    do throws(KeyRing.ReadError) {
      _ = try KeyRing(text)
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
    let line = KeyRing.newLine(named: "n")
    #expect(Self.names(line) == ["n"] && line != KeyRing.newLine(named: "n"))
  }

  @Test("everything that is wrong is said, by line, and no key in it")
  func bad() {
    let rows: [(String, [String])] = [
      ("", ["there is no key"]),
      ("# nothing\n\n", ["there is no key"]),
      ("a", ["line 1: must be a name"]),
      ("a \(Self.a) b", ["line 1: must be a name"]),
      ("a \(Self.a)\n\na \(Self.b)", ["line 3: the name comes twice"]),
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
      (0 ..< count).map { KeyRing.newLine(named: "k\($0)") }.joined(separator: "\n")
    }
    #expect(Self.names(ring(16)).count == 16)
    #expect(Self.problems(ring(17)) == ["there are 17 keys; at most 16"])
  }
}
