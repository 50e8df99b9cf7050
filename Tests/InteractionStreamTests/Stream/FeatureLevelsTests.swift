import Foundation
import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Levels: the table of the contract says what the contract's comments say")
struct FeatureLevelsTests {
  private static let files: [Google_Protobuf_FileDescriptorProto] = {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Sources/InteractionService/Resources/descriptors.binpb")
    let set = (try? Data(contentsOf: file)).flatMap {
      try? Google_Protobuf_FileDescriptorSet(serializedBytes: $0)
    }
    return set?.file ?? []
  }()

  /// Returns the contract levels of an enumeration's values, by number.
  private static func levels(of name: String) throws -> [Int: UInt32] {
    for file in Self.files where file.package == "interaction.v1" {
      guard let place = file.enumType.firstIndex(where: { $0.name == name }) else { continue }
      let values = file.enumType[place].value
      let levels = values.indices.map { index in
        Self.level(in: Self.comment(at: [5, place, 2, index], of: file))
      }
      return Dictionary(uniqueKeysWithValues: zip(values.map { Int($0.number) }, levels))
    }
    throw Missing(name: name)
  }

  private struct Missing: Error {
    let name: String
  }

  private static func comment(
    at path: [Int], of file: Google_Protobuf_FileDescriptorProto
  ) -> String {
    let path = path.map { Int32($0) }
    return file.sourceCodeInfo.location.first { $0.path == path }?.leadingComments ?? ""
  }

  private static func level(in comment: String) -> UInt32 {
    guard let mark = comment.firstRange(of: "Since level ") else { return 1 }
    return UInt32(comment[mark.upperBound...].prefix { $0.isNumber }) ?? 0
  }

  @Test("the level is read from a comment")
  func reading() {
    #expect(Self.level(in: " Turns. Since level 12.\n") == 12)
    #expect(Self.level(in: " Turns.\n") == 1)
    #expect(!Self.files.isEmpty)
  }

  @Test("of the styles of pages and of tabs")
  func styles() throws {
    let navigation = try Self.levels(of: "NavigationStyle")
    let transition = try Self.levels(of: "TabTransitionStyle")
    for style in NavigationStyle.allCases {
      let level = FeatureLevels.contract.navigationStyles[style, default: 1]
      #expect(navigation[style.proto.rawValue] == level, "\(style)")
    }
    for style in TransitionDefinition.Style.allCases {
      let level = FeatureLevels.contract.transitionStyles[style, default: 1]
      #expect(transition[style.proto.rawValue] == level, "\(style)")
    }
    // The substitute for the other values exists since level 1.
    #expect(navigation[NavigationStyle.fade.proto.rawValue] == 1)
    #expect(transition[TransitionDefinition.Style.fade.proto.rawValue] == 1)
  }
}
