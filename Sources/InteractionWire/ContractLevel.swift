/// The contract level: the version of the protocol, which increases by one with each release that
/// extends it.
package enum ContractLevel {
  /// The level of this build. Parts newer than level 1 name their level in the comments of
  /// `Protos`.
  package static let current: UInt32 = 2
}
