/// Keyframes instead of springs, for clients that cannot play springs (rule X2).
extension Directive {
  /// The directive with keyframes instead of springs.
  package var withSampledSprings: Directive {
    var directive = self
    directive.timeline = directive.timeline?.withSampledSprings()
    directive.settings = directive.settings.map { $0.withSampledSprings }
    return directive
  }
}

extension Snapshot {
  /// The snapshot with keyframes instead of springs.
  package var withSampledSprings: Snapshot {
    Snapshot(settings: self.settings.map { $0.withSampledSprings })
  }
}

extension Setting {
  fileprivate var withSampledSprings: Setting {
    guard case .layout(var layout) = self.state else { return self }
    for item in layout.items.indices {
      layout.items[item].reaction = layout.items[item].reaction?.withSampledSprings()
    }
    return Setting(generation: self.generation, state: .layout(layout))
  }
}
