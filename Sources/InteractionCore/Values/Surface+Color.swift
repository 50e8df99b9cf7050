extension Surface {
  /// Returns the variant of a colour for the scheme and the contrast (rule U5).
  ///
  /// - Parameter color: RRGGBB for every surface, or two or four variants separated by `/`: light
  ///   and dark, then both for increased contrast.
  package func variant(of color: String) -> String {
    guard color.utf8.count > 6 else { return color }
    let variants = color.utf8.split(separator: UInt8(ascii: "/"))
    guard variants.count > 1 else { return color }
    let index = self.increasedContrast && variants.count > 2 ? 2 : 0
    return String(
      decoding: variants[self.colorScheme == .dark ? index + 1 : index], as: UTF8.self)
  }

  /// Returns a button's look in the colours of this surface.
  func variant(of look: ButtonLook) -> ButtonLook {
    var look = look
    look.subtitleColor = self.variant(of: look.subtitleColor)
    look.backgroundColor = self.variant(of: look.backgroundColor)
    if let border = look.border { look.border?.color = self.variant(of: border.color) }
    return look
  }
}
