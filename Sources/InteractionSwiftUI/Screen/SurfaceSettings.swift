import InteractionCore
import InteractionUIKit

#if canImport(UIKit)
  import SwiftUI
  import UIKit
#else
  import Foundation
  import SwiftUIStandIns
  import UIKitStandIns
#endif

/// The values of SwiftUI's environment that an app can set for a part of its views. UIKit's traits
/// have the rest: size, safe area, scale, reduced motion and contrast.
struct SurfaceSettings: Equatable {
  var direction: LayoutDirection
  var colorScheme: ColorScheme
  var typeSize: DynamicTypeSize
  var locale: Locale

  @MainActor
  func apply(to surface: inout Surface) {
    let category = UIContentSizeCategory(self.typeSize)
    surface.direction = self.direction == .rightToLeft ? .rightToLeft : .leftToRight
    surface.colorScheme = self.colorScheme == .dark ? .dark : .light
    surface.textScale = UIFontMetrics.default.scaledValue(
      for: 1, compatibleWith: UITraitCollection(preferredContentSizeCategory: category))
    surface.locale = self.locale.languageTag
  }
}
