import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("S1: an encoded session fits into a checkpoint")
struct StateSizeTests {
  @Test("S1: those that ship do, in the fullest state", arguments: try BuiltInExperiences.all)
  func shipped(experience: Experience) {
    #expect(experience.largestStateBytes <= Experience.maximumStateBytes)
  }

  @Test("S1: as many tabs, sources, toggles and carousels as may be, with badges on few tabs")
  func largest() throws {
    var largest = 0
    // The maximum number of badges is found by trial.
    for badges in 0 ... 16 {
      do {
        largest = try Experience(Self.definition(badges: badges)).largestStateBytes
      } catch {
        #expect(badges > 0, "an experience without a badge is not too large")
        #expect("\(error)".contains("at most 3584"))
        #expect(largest > 3_400 && largest <= 3_584)
        return
      }
    }
    #expect(largest <= 3_584)
  }

  /// Returns an experience of maximum size apart from its badges.
  private static func definition(badges: Int) -> Proto.ExperienceDefinition {
    .with {
      $0.name = "large"
      $0.sources = (0 ..< 16).map { index in
        .with {
          $0.id = "source-\(index)"
          $0.tab = Int32(index)
        }
      }
      $0.tabBar.items = (0 ..< 16).map { index in
        .with {
          $0.title.text = "\(index)"
          if index < badges { $0.badge = .init() }
        }
      }
      $0.tabBar.transition.swipes = true
      $0.toggles = (0 ..< 8).map { index in
        .with {
          $0.id = "toggle-\(index)"
          $0.source = "source-\(index)"
        }
      }
      $0.secondFloor.source = "source-0"
      $0.navigation = .init()
      $0.carousels = (0 ..< 4).map { index in
        .with {
          $0.source = "source-\(index)"
          $0.count = 5
        }
      }
    }
  }
}
