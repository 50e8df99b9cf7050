package import InteractionCore

/// The contract levels that introduced features with a substitute. Unlisted features exist since
/// level 1, as do the substitutes: keyframes, and both `fade` styles.
package struct FeatureLevels: Hashable, Sendable {
  /// The level of springs as easing.
  package var springs: UInt32 = 1
  /// The levels of navigation styles.
  package var navigationStyles: [NavigationStyle: UInt32] = [:]
  /// The levels of tab transition styles.
  package var transitionStyles: [TransitionDefinition.Style: UInt32] = [:]

  /// Creates a table in which every feature exists since level 1.
  package init() {}

  /// The table of this build.
  package static let contract = FeatureLevels()
}
