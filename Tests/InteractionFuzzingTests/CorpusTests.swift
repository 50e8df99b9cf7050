import Foundation
import InteractionFuzzing
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

  @Test("every input of the corpus comes to a good end", arguments: FuzzTarget.allCases)
  func replay(target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    #expect((1 ... 60).contains(files.count))
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(bytes.count <= 4_096, "\(file.lastPathComponent)")
      #expect(throws: Never.self, "\(target.rawValue)/\(file.lastPathComponent)") {
        try target.run(bytes)
      }
    }
  }
}
