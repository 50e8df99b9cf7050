extension TabBarDefinition {
  /// Returns the bar's height in `surface` including the safe area below it, pt (rule T1).
  func fullHeight(in surface: Surface) -> Double {
    self.barHeight(in: surface) + surface.insets.bottom
  }

  private func barHeight(in surface: Surface) -> Double {
    surface.isLandscape ? self.landscapeHeight : self.height
  }

  /// Returns the bar's frame in the viewport of `surface`.
  func frame(in surface: Surface) -> Rect {
    let full = self.fullHeight(in: surface)
    let viewport = surface.viewport
    return Rect(x: 0, y: viewport.height - full, width: viewport.width, height: full)
  }

  /// Returns the frame of an item in the bar (rule T1).
  func itemFrame(_ index: Int, in surface: Surface) -> Rect {
    let viewport = surface.viewport
    let shown = self.items.reduce(0) { $0 + ($1.isHidden ? 0 : 1) }
    let share = viewport.width / Double(max(shown, 1))
    var leading = 0.0
    for former in 0 ..< index where !self.items[former].isHidden {
      leading += self.items[former].leading
      leading += self.items[former].width ?? share
    }
    leading += self.items[index].leading
    let width = self.items[index].width ?? share
    let mirrored = viewport.width - leading - width
    return Rect(
      x: surface.direction == .rightToLeft ? mirrored : leading,
      y: 0,
      width: width,
      height: self.barHeight(in: surface)
    )
  }

  /// Returns the layout of the bar and its items in `surface`, with the animations that a
  /// client may play at once on a tap (rules T1, T2, T14).
  func layout(in surface: Surface) -> BarLayout {
    let items = self.items.enumerated().map { index, item in
      if item.isHidden { return BarLayout.Item.hidden(at: self.itemFrame(index, in: surface)) }
      var layout = item.layout(
        frame: self.itemFrame(index, in: surface),
        selectedLook: self.appearance(of: index, isSelected: true, in: surface),
        otherLook: self.appearance(of: index, isSelected: false, in: surface), in: surface)
      // A tap on an item that asks the client is never decided locally (rule T14).
      if !item.asksClient {
        layout.reaction = self.selectionTimeline(index, in: surface) {
          surface.reducedMotion ? .zero : $0
        }
      }
      return layout
    }
    return BarLayout(
      frame: self.frame(in: surface),
      backgroundColor: surface.variant(of: self.backgroundColor),
      items: items
    )
  }
}

extension TabItem {
  fileprivate func layout(
    frame: Rect, selectedLook: SelectionState.Item, otherLook: SelectionState.Item,
    in surface: Surface
  ) -> BarLayout.Item {
    let width = frame.width
    // All frames are those of the default bar, 56 pt high, until they are mapped to this one.
    let half = ItemFrameMapper.defaultHeight / 2
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
      icon = Rect(x: width / 2 - 30, y: half - 14, width: 28, height: 28)
      title = Rect(x: width / 2 + 2, y: half - 7, width: width / 2 - 2, height: 14)
    case .iconRight:
      icon = Rect(x: width / 2 + 2, y: half - 14, width: 28, height: 28)
      title = Rect(x: 0, y: half - 7, width: width / 2 - 2, height: 14)
    }
    // A second title takes the lower part of the first one's frame.
    let richSubtitle = self.richSubtitle.spans(in: surface)
    let subtitleText = richSubtitle.plain(or: self.subtitle.text(for: surface.locale))
    var subtitle = Rect.zero
    if !subtitleText.isEmpty {
      subtitle = Rect(x: title.x, y: title.y + 9, width: title.width, height: 9)
      title.y -= 3
      title.height = 12
    }
    let parts = subtitleText.isEmpty ? [icon, title] : [icon, title, subtitle]
    let places = ItemFrameMapper(of: parts, width: width, height: frame.height)
    icon = places.picture(icon)
    title = places.line(title)
    if !subtitleText.isEmpty { subtitle = places.line(subtitle) }
    let badge = Rect(x: width / 2 - 21, y: 7, width: 42, height: 42)
    if surface.direction == .rightToLeft {
      icon.x = width - icon.x - icon.width
      title.x = width - title.x - title.width
      if !subtitleText.isEmpty { subtitle.x = width - subtitle.x - subtitle.width }
    }
    let richTitle = self.richTitle.spans(in: surface)
    let text = richTitle.plain(or: self.title.text(for: surface.locale))
    let label = self.label.text(for: surface.locale)
    return BarLayout.Item(
      frame: frame,
      icon: icon,
      iconInsets: Insets(top: -self.hump, bottom: -self.hump / 2),
      title: title,
      badge: ItemFrameMapper(of: [badge], width: width, height: frame.height).picture(badge),
      text: text,
      subtitle: subtitle,
      subtitleText: subtitleText,
      lottie: self.lottie,
      selectedLook: selectedLook,
      otherLook: otherLook,
      button: surface.variant(of: self.button),
      richTitle: richTitle,
      richSubtitle: richSubtitle,
      label: label.isEmpty ? text : label,
      role: self.role,
      isDisabled: !self.isEnabled,
      hasLongPress: self.hasLongPress
    )
  }
}

extension BarLayout.Item {
  /// Returns the layout of a hidden item, without parts (rule T18).
  fileprivate static func hidden(at frame: Rect) -> BarLayout.Item {
    BarLayout.Item(
      frame: Rect(x: frame.x, y: frame.y, width: 0, height: 0), icon: .zero, iconInsets: .zero,
      title: .zero, badge: .zero, text: "", isDisabled: true, isHidden: true)
  }
}

extension [TextSpan] {
  /// Returns the text for clients without rich text: `text`, or that of the spans if it is empty.
  fileprivate func plain(or text: String) -> String {
    text.isEmpty ? self.map { $0.text }.joined() : text
  }
}
