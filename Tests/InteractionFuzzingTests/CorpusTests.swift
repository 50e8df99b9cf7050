import Foundation
import InteractionFuzzing
import InteractionRandom
import Testing

@Suite("Fuzzing: what was found once, and what leads far into the code")
struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("FuzzCorpus")

  private static func files(of target: FuzzTarget) throws -> [URL] {
    let folder = Self.folder.appendingPathComponent(target.rawValue)
    return try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
  }

  /// Returns the words of a target's dictionary; empty without one.
  private static func words(of target: FuzzTarget) throws -> [[UInt8]] {
    let file = Self.folder.appendingPathComponent("\(target.rawValue).dict")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return Mutator.words(in: try String(contentsOf: file, encoding: .utf8))
  }

  @Test("every input of the corpus comes to a good end", arguments: FuzzTarget.allCases)
  func replay(target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    #expect((1 ... 60).contains(files.count))
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(bytes.count <= Mutator.maximumBytes, "\(file.lastPathComponent)")
      #expect(throws: Never.self, "\(target.rawValue)/\(file.lastPathComponent)") {
        try target.run(bytes)
      }
    }
  }

  @Test("so does what is made out of the corpus", arguments: FuzzTarget.allCases)
  func mutate(target: FuzzTarget) throws {
    let corpus = try Self.files(of: target).map { [UInt8](try Data(contentsOf: $0)) }
    var mutator = Mutator(corpus: corpus, words: try Self.words(of: target), seed: 1)
    for number in 0 ..< RandomCases.count(target.mutations / 3, of: target.mutations) {
      let bytes = mutator.next()
      do {
        try target.run(bytes)
      } catch {
        let text = Data(bytes).base64EncodedString()
        Issue.record("\(target), input \(number), in base64 \(text): \(error)")
      }
    }
  }

  @Test("a dictionary's escapes are bytes")
  func dictionary() {
    let text = #"""
      # a comment
      "\"alg\":"
      "\\u001b\xe2\x80"
      """#
    #expect(
      Mutator.words(in: text) == [Array("\"alg\":".utf8), Array("\\u001b".utf8) + [0xE2, 0x80]])
  }
}

extension FuzzTarget {
  /// The number of mutated inputs of a long run.
  fileprivate var mutations: Int {
    switch self {
    case .frames: 60_000
    case .stream: 200
    case .checkpoint: 1_000
    case .experience: 1_200
    case .trace: 20_000
    case .token: 30_000
    case .store: 1_200
    case .connection: 3_000
    case .headers: 10_000
    }
  }
}
