extension FloorDefinition {
  /// Returns the floor's visible state (rules F1–F3, F7).
  func state(in phase: FloorState.Phase, asset: Asset?, isOff: Bool = false) -> FloorState {
    let isPulled = phase.isPulled
    let isOpening = phase == .opening
    return FloorState(
      phase: phase,
      isBehindList: isPulled || isOpening,
      isPlaying: (isPulled || isOpening) && self.plays(asset),
      showsTip: phase == .tip || phase == .armed,
      hidesViews: isOpening,
      hold: (phase == .armed || phase == .open) && self.rule.hold > .zero ? self.rule.hold : nil,
      isOff: isOff
    )
  }

  private func plays(_ asset: Asset?) -> Bool {
    guard let asset, asset.isReady else { return false }
    return self.kind(of: asset) == .animated
  }

  /// Returns whether the image is still or animated, from the experience or else from the client
  /// that has loaded it (rule F15); nil while unknown.
  private func kind(of asset: Asset?) -> Asset.Kind? {
    switch self.appearance.assetKind {
    case .still: .still
    case .animated: .animated
    case .declared: asset?.kind
    case .byURL: containsGIF(self.appearance.assetURL) ? .animated : .still
    }
  }

  /// Returns the image and the layout of image and tip (rules F10, F15).
  func layout(of asset: Asset?, in surface: Surface) -> FloorLayout {
    let width = surface.viewport.width
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
      tipText: self.appearance.tip.text(for: surface.locale),
      tipColor: surface.variant(of: self.appearance.tipColor),
      tipFontSize: self.appearance.tipHeight,
      backgroundColor: surface.variant(of: self.appearance.backgroundColor),
      label: self.appearance.label.text(for: surface.locale),
      openLabel: self.appearance.openLabel.text(for: surface.locale),
      closeLabel: self.appearance.closeLabel.text(for: surface.locale)
    )
  }
}

extension Asset {
  /// A Boolean value that indicates whether the image has been loaded and has a positive size (rule
  /// F10).
  var isReady: Bool { self.size.isDrawable }
}

extension Size {
  fileprivate var isDrawable: Bool { self.width > 0 && self.height > 0 }
}

/// Returns whether `url` contains `gif`; the standard library has no substring search without
/// Foundation.
private func containsGIF(_ url: String) -> Bool {
  let bytes = Array(url.utf8)
  let gif = Array("gif".utf8)
  guard bytes.count >= gif.count else { return false }
  return (0 ... bytes.count - gif.count).contains { Array(bytes[$0 ..< $0 + gif.count]) == gif }
}
