import InteractionCore

/// Numbers and times: plausible, at the limits, and beyond.
extension Script {
  mutating func offset() -> Double {
    let byte = self.byte()
    switch byte {
    case 0 ..< 32: return [0, 456, -100, -96, -150, 455.5, 457, 300][Int(byte % 8)]
    case 32 ..< 244: return Double(Int(byte) - 64) * 9.5
    case 244: return EventLimits.coordinate
    case 245: return -EventLimits.coordinate
    case 246: return EventLimits.edge
    case 247: return EventLimits.coordinate.nextUp
    case 248: return .leastNonzeroMagnitude
    case 249: return -0.0
    case 250: return .infinity
    case 251: return .nan
    default: return Double(bitPattern: self.word())
    }
  }

  mutating func integer() -> Int {
    let byte = self.byte()
    switch byte {
    case 0 ..< 128: return Int(byte)
    case 128 ..< 250: return Int(Int8(bitPattern: byte))
    case 250: return .max
    case 251: return .min
    case 252: return 999_999_999
    case 253: return Int(Int32.max)
    default: return Int(truncatingIfNeeded: self.word())
    }
  }

  /// Returns a time span; mostly positive.
  mutating func span() -> TimeSpan {
    let byte = self.byte()
    switch byte {
    case 0 ..< 128: return .milliseconds(Int64(byte) * 4)
    case 128 ..< 192: return .milliseconds(Int64(byte - 128) * 100)
    case 192 ..< 224: return .seconds(Int64(byte - 192) * 5)
    case 224 ..< 240: return .milliseconds(-Int64(byte - 224) * 700)
    case 240: return EventLimits.maximumTimeAhead
    case 241: return TimeSpan(microseconds: EventLimits.time)
    case 242: return TimeSpan(microseconds: -EventLimits.time)
    case 243: return TimeSpan(microseconds: .max)
    case 244: return TimeSpan(microseconds: .min)
    case 245: return TimeSpan(microseconds: Int64(bitPattern: self.word()))
    default: return TimeSpan(microseconds: Int64(byte) - 250)
    }
  }

  mutating func surface() -> Surface {
    var surface = Surface.phone
    let details = self.byte()
    if details & 1 != 0 { surface.viewport = Size(width: 812, height: 375) }
    surface.reducedMotion = details & 2 != 0
    if details & 4 != 0 { surface.direction = .rightToLeft }
    if details & 8 != 0 { surface.viewport.width = self.offset() }
    if details & 16 != 0 { surface.insets.top = self.offset() }
    if details & 32 != 0 { surface.scale = self.offset() }
    if details & 64 != 0 { surface.textScale = self.offset() }
    return surface
  }

  /// Returns a client's restoration.
  mutating func restoration(in experience: Experience) -> RestoredState? {
    guard self.flag() else { return nil }
    let details = self.byte()
    var restored = RestoredState(
      selectedTab: details & 1 == 0 ? nil : self.number(below: experience.tabBar.items.count),
      offsets: details & 2 == 0
        ? [] : experience.sources.map { .init(source: $0.id, y: self.offset()) },
      isFloorOpen: details & 4 != 0, isSignedIn: details & 8 != 0,
      pages: (0 ..< Int(details >> 5)).map { _ in
        NavigationState.Page(
          route: "page", style: self.one(of: NavigationStyle.allCases), isPresented: self.flag())
      })
    if details & 16 != 0 { self.addChanges(to: &restored, in: experience) }
    return restored
  }

  /// Adds the parts of level 2: changes by the app or a backend, and lists and pages out of sight.
  private mutating func addChanges(to restored: inout RestoredState, in experience: Experience) {
    let tabs = experience.tabBar.items.count
    let details = self.byte()
    restored.isFloorOff = details & 1 != 0
    restored.isBarHidden = details & 2 != 0
    if details & 4 != 0 { restored.aboveToggles = experience.toggles.map(\.id) }
    if details & 8 != 0 { restored.itemChanges = [self.itemChange(tabs: tabs)] }
    if details & 16 != 0 {
      let page = NavigationState.Page(
        route: "page", style: self.one(of: NavigationStyle.allCases), isPresented: false,
        keepsBar: self.flag())
      restored.tabPages = [
        NavigationState.TabPages(tab: self.number(below: tabs + 1), pages: [page])
      ]
    }
    if details & 32 != 0 {
      restored.offsets += experience.sources.flatMap { source in
        source.lists.map { list in
          RestoredState.Offset(
            source: source.id, y: self.offset(), list: list, isShown: self.flag())
        }
      }
    }
  }
}
