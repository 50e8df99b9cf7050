import Testing

/// The core stands alone, and declarations that need later systems say so.
@Suite struct CoreSourceTests {
  @Test(
    "a file imports nothing but the core",
    arguments: ["InteractionCore", "InteractionPresentation"])
  func imports(target: String) throws {
    let imported = try SourceFile.all(in: "Sources/\(target)").flatMap { file in
      file.lines.compactMap { line in
        try?
          #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(.*)/#
          .prefixMatch(in: line).map { "\(file.path): \($0.1)" }
      }
    }
    let others = imported.filter {
      !$0.hasSuffix(": InteractionCore") || target == "InteractionCore"
    }
    #expect(others == [])
  }

  /// The sources that apps link from iOS 18 on.
  @Test(
    "each declaration is marked as available from the engine's version on",
    arguments: [
      "InteractionClient/GRPC", "InteractionTesting", "InteractionService", "InteractionIdentity",
      "InteractionStream", "InteractionFiles",
    ])
  func availability(target: String) throws {
    let declaration =
      #/(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated) )*(?:struct|class|enum|extension|protocol|actor|func|let|var|typealias) /#
    for file in try SourceFile.all(in: "Sources/\(target)") where !file.path.contains("/Generated/")
    {
      var isMarked = false
      for line in file.lines {
        if line.hasPrefix("@available(InteractionEngine") {
          isMarked = true
        } else if try declaration.prefixMatch(in: line) != nil {
          #expect(isMarked, "\(file.path): \(line)")
          isMarked = false
        }
      }
    }
  }
}
