/// The variants of an experience that are switched off.
package enum KillSwitch: Hashable, Sendable {
  /// All variants but the first.
  case all
  /// The variants with these names.
  case variants(Set<String>)

  /// A switch that is not set.
  package static let lifted = KillSwitch.variants([])

  package func contains(_ variant: String) -> Bool {
    switch self {
    case .all: true
    case .variants(let names): names.contains(variant)
    }
  }

  /// Returns a switch that is off for the variants of either.
  package func union(_ other: KillSwitch) -> KillSwitch {
    guard case .variants(let names) = self, case .variants(let others) = other else { return .all }
    return .variants(names.union(others))
  }
}
