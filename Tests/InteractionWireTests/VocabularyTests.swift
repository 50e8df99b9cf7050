import Foundation
import InteractionCore
import InteractionWire
import Testing

@Suite("One vocabulary: the contract's words for the core's enumerations")
struct VocabularyTests {
  /// The core's closed enumerations. Two may share an enumeration of the contract, as `AssetKind`
  /// is used with and without an image.
  private static var core: [any WireEnum.Type] {
    [
      Scroll.Phase.self, Pointer.Phase.self, ToggleLook.self, AnimationOutcome.self,
      Asset.Kind.self,
      FloorCommand.self, SelectionState.Origin.self, Orientation.self, Refusal.Reason.self,
      GateState.Condition.self, FloorState.Phase.self, FloorLayout.Prefetch.self,
      AnimatedProperty.self, Track.Direction.self, Track.Fill.self, Surface.Direction.self,
      Surface.ColorScheme.self, BarLayout.Item.Role.self, AnnouncementDefinition.Occasion.self,
      Staging.Level.self, AccountChange.self, BadgeAnimation.self, BadgeState.Style.self,
      PressState.Phase.self, TransitionOutcome.self, NavigationStyle.self,
      NavigationDefinition.Stacks.self, NavigationRequest.Operation.self, PageDrag.Subject.self,
      PageDrag.Phase.self, HoldTarget.self,
      Haptic.self, TabActionKind.self, ControlAnimationFile.Operation.self, RestartReason.self,
      ErrorReason.self, NoticeReason.self,
      TabBarDefinition.Style.self, TabBarDefinition.CappedTexts.self, Preset.self,
      TabItem.Alignment.self, TabItem.SelectionAnimation.self, TabItem.Reselection.self,
      AnimatedPart.self, TrackDefinition.Unit.self, TransitionDefinition.Style.self,
      FloorDefinition.Rule.Release.self, FloorDefinition.Rule.Restoring.self,
      FloorDefinition.Appearance.AssetKind.self, ToggleDefinition.Rule.Direction.self,
      ToggleDefinition.Rule.Redundancy.self, ToggleDefinition.Rule.Latch.self,
      ToggleDefinition.Appearance.Swap.self,
    ]
  }

  /// Enumerations of the contract with another representation in the core.
  private static let others = [
    "CommandOutcome",  // The service's only.
    "Interruption",  // A single value.
    "LifecycleState",  // Two kinds of events.
    "OpenOutcome",  // Cases with associated values.
    "TogglePolicy",  // A rule with or without travel.
    "TransitionPhase",  // Cases with associated values.
  ]

  @Test("every case has the word that its name says, and a word of its own")
  func cases() {
    for type in Self.core {
      let words = Self.words(of: type)
      #expect(!words.isEmpty && Set(words.map(\.word)).count == words.count, "\(type)")
      for (name, word) in words {
        #expect(word.replacing("_", with: "") == name.lowercased(), "\(type).\(name)")
      }
    }
  }

  @Test("every enumeration of the contract is the twin of one of the core's, or known not to be")
  func twins() {
    let names = Self.core.map { "interaction.v1.\(Self.twin(of: $0))" }
    let others = Self.others.map { "interaction.v1.\($0)" }
    #expect(Set(Proto.words.keys) == Set(names).union(others))
    #expect(Set(names).isDisjoint(with: others))
  }

  private static func words<Value: WireEnum>(
    of type: Value.Type
  ) -> [(name: String, word: String)] {
    Value.allCases.map { ("\($0)", $0.word) }
  }

  private static func twin<Value: WireEnum>(of type: Value.Type) -> String {
    "\(Value.Wire.self)".replacing("Interaction_V1_", with: "")
  }
}
