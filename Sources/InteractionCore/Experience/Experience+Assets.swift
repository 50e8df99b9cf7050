extension Experience {
  /// The names of images, animations and sounds, which the app looks up (rule V1).
  package var assetNames: Set<String> {
    var names: [String] = []
    for item in self.tabBar.items {
      names += [
        item.image, item.selectedImage, item.lottie, item.sound, item.button.backgroundImage,
      ]
      names += item.menu.map { $0.image }
    }
    for toggle in self.toggles {
      names += [
        toggle.appearance.backgroundImage, toggle.appearance.belowImage,
        toggle.appearance.aboveImage,
      ]
    }
    return Set(names).subtracting([""])
  }

  /// The lowest contract level at which a client supports the whole experience: lists side by side
  /// and stacks per tab have no fallback (rule V1).
  package var requiredLevel: UInt32 {
    let hasLists = self.sources.contains { !$0.lists.isEmpty }
    return hasLists || self.navigation?.stacks == .perTab ? 2 : 1
  }
}
