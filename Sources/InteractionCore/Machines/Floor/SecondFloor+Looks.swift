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
      hold: phase == .armed && self.rule.hold > .zero ? self.rule.hold : nil
    )
  }

  private func plays(_ asset: Asset?) -> Bool {
    guard let asset, asset.isReady else { return false }
    switch self.appearance.assetKind {
    case .declared: return asset.kind == .animated
    case .byURL: return containsGIF(self.appearance.assetURL)
    }
  }

  /// Where image and tip stand (rule F10).
  func layout(of asset: Asset?, in environment: Environment) -> FloorLayout {
    let width = environment.viewport.width
    let size = asset?.size ?? Size(width: 0, height: 0)
    let isReady = asset?.isReady ?? false
    let height = isReady ? size.height * width / size.width : 0
    return FloorLayout(
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
  /// Whether it can be drawn (rule F10); less than a pixel is no size either, and would make the
  /// image endlessly high.
  var isReady: Bool { self.size.width >= 1 && self.size.height >= 1 }
}

/// Whether `url` contains `gif`; the standard library alone searches bytes.
private func containsGIF(_ url: String) -> Bool {
  let bytes = Array(url.utf8)
  let gif = Array("gif".utf8)
  guard bytes.count >= gif.count else { return false }
  return (0 ... bytes.count - gif.count).contains { Array(bytes[$0 ..< $0 + gif.count]) == gif }
}
