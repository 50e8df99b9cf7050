/// A share of users in steps of 0.1 %.
package struct Share: Hashable, Sendable {
  /// The share, tenths of a percent; 0 to 1000.
  package let tenths: Int

  /// The number of buckets.
  package var buckets: Int { self.tenths * 10 }

  /// Creates a share; nil unless it is 0 to 100 in steps of 0.1.
  ///
  /// - Parameter percent: The share, %.
  package init?(_ percent: Double) {
    let tenths = (percent * 10).rounded()
    guard tenths >= 0, tenths <= 1_000, abs(percent * 10 - tenths) < 1e-6 else { return nil }
    self.tenths = Int(tenths)
  }

  package init(buckets: Int) { self.tenths = buckets / 10 }
}

extension Share: CustomStringConvertible {
  /// The share in percent, such as `2.5 %`.
  package var description: String {
    let (whole, tenth) = self.tenths.quotientAndRemainder(dividingBy: 10)
    return tenth == 0 ? "\(whole) %" : "\(whole).\(tenth) %"
  }
}
