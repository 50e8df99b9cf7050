/// The level of the contract: it grows by one with each release that adds to it.
package enum ContractLevel {
  /// The level that this build speaks. What is younger than level 1 says in its comment in `Protos`
  /// since which level it is there.
  package static let current: UInt32 = 1
}
