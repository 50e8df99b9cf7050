/// Changes of items while the app runs (rule T18).
extension Experience {
  /// The maximum of ``maximumChangeBytes``.
  public static let changeBytes = 1024

  /// Returns the experience with changed items.
  func changed(by changes: [ItemChange]) -> Experience {
    var experience = self
    for change in changes where experience.tabBar.items.indices.contains(change.tab) {
      experience.tabBar.items[change.tab].apply(change)
    }
    return experience
  }
}

extension TabItem {
  fileprivate mutating func apply(_ change: ItemChange) {
    if let title = change.title {
      self.title = LocalizedText(fallback: title)
      self.richTitle = RichText()
      self.label = LocalizedText()
    }
    if let image = change.image {
      if self.selectedImage == self.image { self.selectedImage = image }
      self.image = image
    }
    if let image = change.selectedImage { self.selectedImage = image }
    if let isEnabled = change.isEnabled { self.isEnabled = isEnabled }
    if change.isHidden == true {
      self.isHidden = true
      self.isEnabled = false
    }
  }
}

extension [ItemChange] {
  /// The changes with `change` in place of an earlier one of the same tab.
  func replacing(with change: ItemChange) -> [ItemChange] {
    var changes = self.filter { $0.tab != change.tab }
    if !change.isEmpty {
      let place = changes.firstIndex { $0.tab > change.tab } ?? changes.endIndex
      changes.insert(change, at: place)
    }
    return changes
  }

  /// The approximate size of the encoded changes, bytes.
  var bytes: Int {
    self.reduce(0) { sum, change in
      let texts = [change.title, change.image, change.selectedImage].compactMap { $0?.utf8.count }
      return sum + 16 + texts.reduce(0, +)
    }
  }
}
