import Testing

/// The rules of the core's documentation, and the tests that are named after them.
@Suite struct RuleTests {
  /// The IDs at the start of a page's table rows.
  private static func rules(of page: SourceFile) throws -> [String] {
    try page.lines.compactMap { line in
      try #/\| ([LUSRTFDMXNBCV]\d+) \| .*? \|/#.prefixMatch(in: line).map { String($0.1) }
    }
  }

  private static func pages() throws -> [SourceFile] {
    try SourceFile.all(in: "Sources/InteractionCore/InteractionCore.docc", ending: ".md")
  }

  /// Returns the IDs in the names of tests and suites, with ranges such as T1–T6 expanded.
  private static func tested() throws -> Set<String> {
    var found: Set<String> = []
    for file in try SourceFile.all(in: "Tests") {
      let source = file.lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        .joined(separator: "\n")
      for name in source.matches(of: #/@(?:Test|Suite)\s*\(\s*#*"((?:\\.|[^"\\\n])*)"/#) {
        let ids = #/\b([LUSRTFDMXNBCV])(\d{1,2})(?:[–-]\1(\d{1,2}))?\b/#
        for id in name.1.matches(of: ids) {
          let bounds = [id.2, id.3 ?? id.2].compactMap { Int($0) }.sorted()
          found.formUnion((bounds[0] ... bounds[1]).map { "\(id.1)\($0)" })
        }
      }
    }
    return found
  }

  @Test("a page defines each rule once")
  func once() throws {
    for page in try Self.pages() {
      let rules = try Self.rules(of: page)
      #expect(Set(rules).count == rules.count, "\(page.path)")
    }
  }

  @Test("each rule has a test, and each rule that a test names is defined")
  func tested() throws {
    let pages = try Self.pages()
    let rules = try #require(pages.first { $0.path.hasSuffix("/Rules.md") })
    let defined = try Self.rules(of: rules)
    let tested = try Self.tested()
    #expect(defined.count > 50)
    #expect(defined.filter { !tested.contains($0) } == [])
    #expect(tested.subtracting(try pages.flatMap { try Self.rules(of: $0) }) == [])
  }
}
