import InteractionCore
import InteractionStream
import InteractionVariants
import InteractionWire

/// The selection of versions for sessions.
@available(InteractionEngine 1.0, *)
extension ExperienceCatalog {
  /// Returns the version that a new session gets; nil if the experience, or a variant that a tester
  /// asks for, is unknown.
  func select(_ open: OpenFrame) -> SessionStream.Context.SelectedExperience? {
    let (name, requested) = Self.parts(of: open.experience)
    guard let document = self.document(named: name) else { return nil }
    guard let variants = document.variants else {
      guard requested == nil else { return nil }
      return .init(experience: document.first.experience)
    }
    if let requested, variants.variant(named: requested) == nil { return nil }
    let choice = variants.select(
      VariantApplicant(open, requesting: requested), killed: self.killSwitches.of(name))
    return .init(experience: choice.variant.experience, selection: choice.selection)
  }

  /// Returns whether a session's variant is switched off.
  func isKilled(_ entry: SessionEntry) -> Bool {
    guard let name = entry.selection?.variant, !name.isEmpty,
      let variants = self.document(named: entry.experience.name)?.variants,
      name != variants.first.name
    else { return false }
    return self.killSwitches.of(variants.name).contains(name)
  }

  /// Splits `home@low` into the experience's name and the variant's.
  static func parts(of name: String) -> (experience: String, variant: String?) {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Returns the order that moves an open session to the version that the current document has for
  /// it; nil if it stays as it is.
  ///
  /// - Parameter leavingKilled: True to move sessions out of variants that are switched off; other
  ///   moves leave these alone.
  func move(
    of entry: SessionEntry, allowsNewAssets: Bool, leavingKilled: Bool = false
  ) -> VersionMove? {
    guard let document = self.document(named: entry.experience.name) else { return nil }
    guard let variants = document.variants, let selection = entry.selection else {
      // A session keeps out of variants that began after it.
      return VersionMove(to: document.first.experience, allowsNewAssets: allowsNewAssets)
    }
    let isOff = self.isKilled(entry)
    if isOff != leavingKilled { return nil }
    let variant =
      isOff || selection.variant.isEmpty ? nil : variants.variant(named: selection.variant)
    var changed = selection
    changed.phase = variants.phase
    changed.document = String(variants.digest.prefix(12))
    if variant == nil, !selection.variant.isEmpty {
      changed.variant = ""
      changed.reason = .killed
    }
    return VersionMove(
      to: (variant ?? variants.first).experience, selection: changed,
      allowsNewAssets: allowsNewAssets)
  }
}

@available(InteractionEngine 1.0, *)
extension VariantApplicant {
  init(_ open: OpenFrame, requesting variant: String?) {
    self.init(
      user: open.user, session: open.sessionID, clientName: open.clientName,
      clientVersion: open.clientVersion, platform: open.platform, locale: open.surface.locale,
      requested: variant)
  }
}

@available(InteractionEngine 1.0, *)
extension Engine {
  /// Returns the document that a session's variant was selected by; nil if it is not in force any
  /// more.
  func variants(of entry: SessionEntry) -> VariantSet? {
    entry.selection.flatMap {
      self.catalog.variants(named: entry.experience.name, document: $0.document)
    }
  }
}
