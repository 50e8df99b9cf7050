import InteractionCore

extension [Directive] {
  /// As a client can show them: with keyframes in the place of springs, if it knows no springs.
  func shown(samplingSprings: Bool) -> [Directive] {
    guard samplingSprings else { return self }
    return self.map { directive in
      var directive = directive
      directive.timeline = directive.timeline?.withSampledSprings()
      return directive
    }
  }
}
