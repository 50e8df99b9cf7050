import Foundation
import InteractionCore
import InteractionExperience
import InteractionPresentation
import InteractionReplay
import InteractionTrace
import Testing

@Suite("Accessibility vectors are the trees of what the presenter shows")
struct AccessibilityTreeTests {
  @Test("after the snapshot and each change", arguments: SceneFiles.accessibility)
  func vector(file: URL) throws {
    let name = file.deletingPathExtension().lastPathComponent
    let text = try self.text(name)
    if SceneFiles.isRecording { try Data(text.utf8).write(to: file) }
    let golden = try String(contentsOf: file, encoding: .utf8)
    let (old, new) = (golden.split(separator: "\n"), text.split(separator: "\n"))
    let line = zip(old, new).prefix { $0 == $1 }.count
    #expect(
      golden == text,
      """
      Tests/Accessibility/\(name).txt:\(line + 1) differs. If that is meant:
        INTERACTION_RECORD=1 swift test --filter AccessibilityTreeTests
      """)
  }

  @Test("there are some")
  func folder() {
    #expect(SceneFiles.accessibility.count >= 5)
  }

  /// Returns the trees of the scene vector `name`.
  private func text(_ name: String) throws -> String {
    let vector = try #require(SceneVector.all.first { $0.name == name })
    let trace = try vector.trace.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let player = ScenePlayer(
      trace, by: experience, frame: TimeSpan(microseconds: 50_001), delay: vector.delay)
    var model = ClientModel(player.opened)
    var (text, last) = ("scenes \(name)\n", "")
    player.play(rest: .seconds(2)) { cue, _, scene, now in
      if case .receive(let directive) = cue { model.apply(directive) }
      let tree = AccessibilityTree(model.snapshot, in: scene).description
      if tree == last { return }
      text += "at \(now.microseconds)\n\(tree)"
      last = tree
    }
    return text
  }
}
