import Foundation
import InteractionCore
import InteractionExperience
public import InteractionReplay
import InteractionTrace
public import Testing

@Suite("Scene vectors are what the presenter shows")
struct SceneVectorTests {
  @Test("of the recordings that ship", arguments: SceneVector.all)
  func bundled(vector: SceneVector) throws {
    try self.compare(try vector.text, with: vector.name)
  }

  @Test("of the other recordings", arguments: SceneFiles.otherTraces)
  func others(file: URL) throws {
    let trace = try Trace(file: file)
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let name = file.deletingPathExtension().lastPathComponent
    try self.compare(SceneText(trace, by: experience).text, with: name)
  }

  @Test(
    "none is left over, and together they stay small", .disabled(if: SceneFiles.isRecording))
  func folder() throws {
    let names = SceneFiles.all.map { $0.deletingPathExtension().lastPathComponent }
    let others = SceneFiles.otherTraces.map { $0.deletingPathExtension().lastPathComponent }
    #expect(names.sorted() == (SceneVector.all.map(\.name) + others).sorted())
    let sizes = try SceneFiles.all.map { try Data(contentsOf: $0).count }
    #expect(sizes.reduce(0, +) < 5_000_000)
  }

  private func compare(_ text: String, with name: String) throws {
    let file = SceneFiles.folder.appendingPathComponent("\(name).txt")
    if SceneFiles.isRecording { try Data(text.utf8).write(to: file) }
    let golden = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    if golden == text { return }
    let (old, new) = (golden.split(separator: "\n"), text.split(separator: "\n"))
    let line = zip(old, new).prefix { $0 == $1 }.count
    Issue.record(
      """
      Tests/Scenes/\(name).txt:\(line + 1):
        \(line < old.count ? old[line] : "(ends)")
      is now
        \(line < new.count ? new[line] : "(ends)")
      If that is meant: INTERACTION_RECORD=1 swift test --filter SceneVectorTests
      """)
  }
}

/// A vector's case is called by its file.
extension SceneVector: CustomTestStringConvertible {
  public var testDescription: String { "\(self.name).txt" }
}
