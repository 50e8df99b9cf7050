extension TabBarDefinition {
  /// The bar's height in `environment` with the safe area below it, pt (rule T1).
  func fullHeight(in environment: Environment) -> Double {
    self.barHeight(in: environment) + environment.insets.bottom
  }

  private func barHeight(in environment: Environment) -> Double {
    environment.isLandscape ? self.landscapeHeight : self.height
  }

  /// Where the bar and its items stand in `environment` (rules T1, T2).
  func layout(in environment: Environment) -> BarLayout {
    let viewport = environment.viewport
    let full = self.fullHeight(in: environment)
    var x = 0.0
    let items = self.items.enumerated().map { index, item in
      let width = item.width ?? viewport.width / Double(self.items.count)
      let leading = x + item.leading
      x = leading + width
      let mirrored = viewport.width - leading - width
      let frame = Rect(
        x: environment.direction == .rightToLeft ? mirrored : leading,
        y: 0,
        width: width,
        height: self.barHeight(in: environment)
      )
      var layout = item.layout(frame: frame, in: environment)
      layout.reaction = self.selectionTimeline(index) {
        environment.reducedMotion ? .zero : $0
      }
      return layout
    }
    return BarLayout(
      frame: Rect(x: 0, y: viewport.height - full, width: viewport.width, height: full),
      backgroundColor: self.backgroundColor,
      items: items
    )
  }
}

extension TabItem {
  fileprivate func layout(frame: Rect, in environment: Environment) -> BarLayout.Item {
    let width = frame.width
    var icon: Rect
    var title: Rect
    switch self.alignment {
    case .iconTop:
      icon = Rect(x: width / 2 - 14, y: 7, width: 28, height: 28)
      title = Rect(x: 0, y: 37, width: width, height: 14)
    case .iconBottom:
      icon = Rect(x: width / 2 - 14, y: 23, width: 28, height: 28)
      title = Rect(x: 0, y: 7, width: width, height: 14)
    case .iconLeft:
      icon = Rect(x: width / 2 - 30, y: frame.height / 2 - 14, width: 28, height: 28)
      title = Rect(x: width / 2 + 2, y: frame.height / 2 - 7, width: width / 2 - 2, height: 14)
    case .iconRight:
      icon = Rect(x: width / 2 + 2, y: frame.height / 2 - 14, width: 28, height: 28)
      title = Rect(x: 0, y: frame.height / 2 - 7, width: width / 2 - 2, height: 14)
    }
    // A second title takes the lower part of the first one's place.
    let subtitleText = self.subtitle.text(for: environment.locale)
    var subtitle = Rect.zero
    if !subtitleText.isEmpty {
      subtitle = Rect(x: title.x, y: title.y + 9, width: title.width, height: 9)
      title.y -= 3
      title.height = 12
    }
    if environment.direction == .rightToLeft {
      icon.x = width - icon.x - icon.width
      title.x = width - title.x - title.width
      if !subtitleText.isEmpty { subtitle.x = width - subtitle.x - subtitle.width }
    }
    return BarLayout.Item(
      frame: frame,
      icon: icon,
      iconInsets: Insets(top: -self.hump, bottom: -self.hump / 2),
      title: title,
      badge: Rect(x: width / 2 - 21, y: 7, width: 42, height: 42),
      text: self.title.text(for: environment.locale),
      subtitle: subtitle,
      subtitleText: subtitleText,
      lottie: self.lottie
    )
  }
}
