package import InteractionCore

/// Since which level of the contract those things are there that have a substitute. What it does
/// not name is there since level 1, and so are the substitutes: keyframes, and both styles `fade`.
package struct LevelTable: Hashable, Sendable {
  /// Springs as an easing.
  package var springs: UInt32 = 1
  /// How one page makes room for another.
  package var navigationStyles: [NavigationStyle: UInt32] = [:]
  /// How the pages of two tabs change places.
  package var transitionStyles: [TransitionDefinition.Style: UInt32] = [:]

  /// A contract of which all is there since level 1.
  package init() {}

  /// The contract of this build.
  package static let contract = LevelTable()
}
