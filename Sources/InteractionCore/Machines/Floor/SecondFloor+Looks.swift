extension FloorDefinition {
  /// What a client is to show of the floor (rules F1–F3, F7).
  func state(in phase: FloorState.Phase, asset: Asset?) -> FloorState {
    let isPulled = phase.isDragging
    let isOpening = phase == .opening
    return FloorState(
      phase: phase,
      isBehindList: isPulled || isOpening,
      isPlaying: (isPulled || isOpening) && self.plays(asset),
      showsTip: phase == .tip || phase == .armed,
      hidesViews: isOpening,
      hold: (phase == .armed || phase == .open) && self.rule.hold > .zero ? self.rule.hold : nil
    )
  }

  private func plays(_ asset: Asset?) -> Bool {
    guard let asset, asset.isReady else { return false }
    return self.kind(of: asset) == .animated
  }

  /// Whether the image moves: the experience says so, or else the client that has loaded it (F15).
  private func kind(of asset: Asset?) -> Asset.Kind? {
    switch self.appearance.assetKind {
    case .still: .still
    case .animated: .animated
    case .declared: asset?.kind
    case .byURL: containsGIF(self.appearance.assetURL) ? .animated : .still
    }
  }

  /// What the image is, and where it and the tip stand (rules F10, F15).
  func layout(of asset: Asset?, in environment: Environment) -> FloorLayout {
    let width = environment.viewport.width
    let isReady = asset?.isReady ?? false
    let size = self.appearance.assetSize ?? asset?.size ?? Size(width: 0, height: 0)
    let height =
      size.isDrawable ? min(size.height * width / size.width, EventLimits.coordinate) : 0
    return FloorLayout(
      assetURL: self.appearance.assetURL,
      assetKind: self.kind(of: asset),
      assetSize: size,
      prefetch: self.appearance.prefetch,
      isReady: isReady,
      image: Rect(x: 0, y: 0, width: width, height: height),
      maskStart: self.appearance.maskStart,
      maskEnd: self.appearance.maskEnd,
      tip: Rect(
        x: 0, y: height + self.appearance.tipGap, width: width, height: self.appearance.tipHeight),
      tipText: self.appearance.tip.text(for: environment.locale),
      tipColor: self.appearance.tipColor,
      tipFontSize: self.appearance.tipHeight,
      backgroundColor: self.appearance.backgroundColor
    )
  }
}

extension Asset {
  /// Whether it can be drawn (rule F10).
  var isReady: Bool { self.size.isDrawable }
}

extension Size {
  fileprivate var isDrawable: Bool { self.width > 0 && self.height > 0 }
}

/// Whether `url` contains `gif`; the standard library alone searches bytes.
private func containsGIF(_ url: String) -> Bool {
  let bytes = Array(url.utf8)
  let gif = Array("gif".utf8)
  guard bytes.count >= gif.count else { return false }
  return (0 ... bytes.count - gif.count).contains { Array(bytes[$0 ..< $0 + gif.count]) == gif }
}
