import InteractionCore

#if canImport(UIKit)
  public import UIKit
#else
  public import Foundation
  import UIKitStandIns
#endif

/// A transparent view that covers the screen and detects changes of the surface: rotation,
/// split view, safe areas, the display, and the user's settings.
@MainActor
final class SurfaceObserverView: UIView {
  private let onChange: () -> Void

  init(covering canvas: UIView, onChange: @escaping () -> Void) {
    self.onChange = onChange
    super.init(frame: CGRect(origin: .zero, size: canvas.bounds.size))
    self.isUserInteractionEnabled = false
    self.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    canvas.insertSubview(self, at: 0)
    #if canImport(UIKit)
      for name in [
        UIAccessibility.reduceMotionStatusDidChangeNotification,
        NSLocale.currentLocaleDidChangeNotification,
      ] {
        NotificationCenter.default.addObserver(
          self, selector: #selector(SurfaceObserverView.settingsDidChange), name: name,
          object: nil)
      }
    #endif
  }

  #if canImport(UIKit)
    required init?(coder: NSCoder) { nil }
  #endif

  override func layoutSubviews() {
    super.layoutSubviews()
    self.check()
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    self.check()
  }

  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    self.check()
  }

  private func check() { self.onChange() }

  #if canImport(UIKit)
    /// Handles a notification, which may be posted on any thread.
    @objc nonisolated private func settingsDidChange() {
      Task { @MainActor [weak self] in self?.check() }
    }
  #endif
}

extension Surface {
  /// Reads the surface of a view from the device and the user's settings.
  @MainActor
  init(_ view: UIView) {
    let insets = view.safeAreaInsets
    let isReversed = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
    self.init(
      viewport: Size(width: view.bounds.width, height: view.bounds.height),
      insets: Insets(
        top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right),
      scale: max(view.traitCollection.displayScale, 1),
      direction: isReversed ? .rightToLeft : .leftToRight,
      reducedMotion: UIAccessibility.isReduceMotionEnabled,
      locale: Locale.current.languageTag,
      textScale: UIFontMetrics.default.scaledValue(
        for: 1, compatibleWith: view.traitCollection),
      colorScheme: view.traitCollection.userInterfaceStyle == .dark ? .dark : .light,
      increasedContrast: view.traitCollection.accessibilityContrast == .high)
  }
}

extension Locale {
  /// The locale as a BCP 47 tag, without its keywords: `de-AT` for `de_AT@calendar=buddhist`.
  public var languageTag: String {
    String(self.identifier.prefix { $0 != "@" }.map { $0 == "_" ? "-" : $0 })
  }
}
