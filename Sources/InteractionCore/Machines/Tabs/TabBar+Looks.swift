extension TabBarDefinition {
  /// How every item looks (rules T3, T12–T14).
  func state(of bar: TabBar) -> SelectionState {
    let items = self.items.enumerated().map { index, item in
      let isSelected = index == bar.selected
      let showsBadge = isSelected && item.hasBigLogo
      return SelectionState.Item(
        showsIconAndTitle: !showsBadge,
        showsBadge: showsBadge,
        image: isSelected ? item.selectedImage : item.image,
        titleColor: isSelected ? self.selectedTitleColor : self.titleColor,
        looksPressed: self.style == .buttons && isSelected && !bar.looksOff,
        reacts: bar.reacts(index, in: self)
      )
    }
    return SelectionState(
      selected: bar.selected, items: items,
      orientations: self.items[bar.selected].orientations)
  }

  /// What item `index` plays when it becomes selected (rule T4); nil if it plays nothing.
  func selectionTimeline(_ index: Int, duration: (TimeSpan) -> TimeSpan) -> Timeline? {
    let item = self.items[index]
    let targets: [Target] =
      item.hasBigLogo ? [.tabBadge(index)] : [.tabIcon(index), .tabTitle(index)]
    let span = duration(item.animationDuration)
    func timeline(
      _ property: AnimatedProperty, _ values: [Double], on targets: [Target], steps: Int? = nil
    ) -> Timeline {
      let last = Double(values.count - 1)
      let keyframes = values.enumerated().map { position, value in
        Keyframe(position: Double(position) / last, value: value)
      }
      let tracks = targets.map { target in
        Track(
          target: target, property: property, keyframes: keyframes, duration: span,
          easing: steps.map { .steps($0) } ?? .bezier(.easeInEaseOut)
        )
      }
      return Timeline(tracks: tracks)
    }
    let picture = targets.prefix(1)
    switch item.animation {
    case .none:
      return nil
    case .pop:
      return timeline(.scale, [0.5, 1], on: targets)
    case .bounce:
      return timeline(.scale, [1, 1.4, 0.9, 1.15, 0.95, 1.02, 1], on: Array(picture))
    case .rotate:
      return timeline(.rotation, [0, 2 * Double.pi], on: Array(picture))
    case .flip:
      return timeline(.rotationY, [0, Double.pi], on: Array(picture))
    case .frames:
      guard item.frameCount > 1 else { return nil }
      let last = item.frameCount - 1
      return timeline(.frame, [0, Double(last)], on: Array(picture), steps: last)
    }
  }
}
