extension TabBarDefinition {
  /// How every item looks (rules T3, T12–T14).
  func state(of bar: TabBar) -> SelectionState {
    let items = self.items.indices.map { index in
      let isSelected = index == bar.selected
      let showsBadge = isSelected && self.items[index].hasBigLogo
      return SelectionState.Item(
        showsIconAndTitle: !showsBadge,
        showsBadge: showsBadge,
        image: isSelected ? self.items[index].selectedImage : self.items[index].image,
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
    let targets: [Target] =
      self.items[index].hasBigLogo ? [.tabBadge(index)] : [.tabIcon(index), .tabTitle(index)]
    let span = duration(self.items[index].animationDuration)
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
    switch self.items[index].animation {
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
      let last = self.items[index].frameCount - 1
      guard last > 0 else { return nil }
      return timeline(.frame, [0, Double(last)], on: Array(picture), steps: last)
    }
  }
}
