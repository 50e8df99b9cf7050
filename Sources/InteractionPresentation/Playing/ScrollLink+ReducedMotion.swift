import InteractionCore

extension ScrollLink {
  /// Returns the value with reduced motion, without the values between start and end: only a view
  /// that moves as far as its finger still follows it.
  func reducedValue(at y: Double) -> Double {
    if self.isMovedAsFarAsFinger { return self.value(at: y) }
    if !self.followsFinger && !self.property.isOpacity { return self.value(at: 0) }
    let span = self.endOffset - self.startOffset
    let isNearerToEnd = span == 0 || (y - self.startOffset) / span > 0.5
    return isNearerToEnd ? self.endValue : self.startValue
  }

  private var isMovedAsFarAsFinger: Bool {
    let distance = abs(self.endValue - self.startValue)
    // Centres are sums, with rounding errors.
    return self.followsFinger && abs(distance - abs(self.endOffset - self.startOffset)) < 0.01
  }
}

extension AnimatedProperty {
  fileprivate var isOpacity: Bool { self == .opacity || self == .shadowOpacity }
}
