import Foundation
public import InteractionTrace

/// The traces bundled in the binary: the tour, and one for each of the nine systems.
public enum BundledTrace: String, CaseIterable, Sendable {
  /// The home screen: rocket, tabs and second floor.
  case tour
  /// A tab bar whose big logo becomes a rocket.
  case bigLogo = "big-logo"
  /// Tabs whose pages slide on a spring.
  case dancingTabs = "dancing-tabs"
  /// Pages with every navigation style.
  case windowNavigation = "window-navigation"
  /// The system's tab bar with all its extensions.
  case extendedTabs = "extended-tabs"
  /// A tab bar of buttons.
  case buttonBar = "button-bar"
  /// A tab bar of tap recognisers.
  case tapBar = "tap-bar"
  /// The page behind the list.
  case secondFloor = "second-floor"
  /// A news app whose bar leaves by direction.
  case reader
  /// A shop with pages for each tab.
  case shop

  /// The trace.
  public var trace: Trace {
    get throws { try Trace(contentsOf: Data(self.bytes)) }
  }

  private var bytes: [UInt8] {
    switch self {
    case .tour: PackageResources.tour_trace
    case .bigLogo: PackageResources.big_logo_txt
    case .dancingTabs: PackageResources.dancing_tabs_txt
    case .windowNavigation: PackageResources.window_navigation_txt
    case .extendedTabs: PackageResources.extended_tabs_txt
    case .buttonBar: PackageResources.button_bar_txt
    case .tapBar: PackageResources.tap_bar_txt
    case .secondFloor: PackageResources.second_floor_txt
    case .reader: PackageResources.reader_txt
    case .shop: PackageResources.shop_txt
    }
  }
}
