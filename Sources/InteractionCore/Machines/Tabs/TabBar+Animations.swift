extension TabBarDefinition {
  /// Returns the selection animation of item `index` (rule T4); nil for none.
  func selectionTimeline(
    _ index: Int, in surface: Surface, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline? {
    if let own = self.items[index].timeline {
      return own.timeline(
        in: surface, fill: .none, duration: duration,
        targets: [
          .tabIcon: .tabIcon(index), .tabTitle: .tabTitle(index), .tabBadge: .tabBadge(index),
        ])
    }
    let targets: [ViewPath] =
      self.items[index].hasBigLogo ? [.tabBadge(index)] : [.tabIcon(index), .tabTitle(index)]
    let span = duration(self.items[index].animationDuration)
    let curve = Easing.bezier(self.items[index].animationEasing)
    func timeline(
      _ property: AnimatedProperty, _ keyframes: [Keyframe], on targets: [ViewPath],
      steps: Int? = nil
    ) -> Timeline {
      Timeline(
        tracks: targets.map { target in
          Track(
            target: target, property: property, keyframes: keyframes, duration: span,
            easing: steps.map { .steps($0) } ?? curve)
        })
    }
    func even(_ values: Double...) -> [Keyframe] {
      let last = Double(values.count - 1)
      return values.enumerated().map { position, value in
        Keyframe(position: Double(position) / last, value: value)
      }
    }
    let picture = targets.prefix(1)
    switch self.items[index].animation {
    case .none:
      return nil
    case .pop:
      return timeline(.scale, even(0.5, 1), on: targets)
    case .bounce:
      return timeline(.scale, even(1, 1.4, 0.9, 1.15, 0.95, 1.02, 1), on: Array(picture))
    case .rotate:
      return timeline(.rotation, even(0, 2 * Double.pi), on: Array(picture))
    case .flip:
      return timeline(.rotationY, Self.flip, on: Array(picture))
    case .frames:
      let last = self.items[index].frameCount - 1
      guard last > 0 else { return nil }
      return timeline(.frame, even(0, Double(last)), on: Array(picture), steps: last)
    }
  }

  /// The keyframes of a flip: the image turns until it is edge-on and continues from the opposite
  /// edge, so that its back, a mirror image, is never visible.
  private static let flip = [
    Keyframe(position: 0, value: 0), Keyframe(position: 0.5, value: Double.pi / 2),
    Keyframe(position: 0.5, value: -Double.pi / 2), Keyframe(position: 1, value: 0),
  ]
}
