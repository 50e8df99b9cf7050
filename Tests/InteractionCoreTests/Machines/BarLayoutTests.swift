import InteractionCore
import Testing

/// The layout of the bar and its items, as in a snapshot.
@Suite struct BarLayoutTests {
  @Test("S2 X1: each item names the lists that lie on its page")
  func lists() {
    var experience = Experience.refinedHome
    experience.sources.append(ScrollSource(id: SourceID("ticker")))
    experience.sources.append(ScrollSource(id: SourceID("banner"), tab: 0))
    let items = Session(experience: experience, surface: .phone).snapshot.bar?.items
    #expect(items?.map(\.lists) == [[.home, SourceID("banner")], [.feed], [], [], []])
  }

  private static let landscape = Surface(
    viewport: Size(width: 812, height: 375), insets: Insets(left: 44, bottom: 21, right: 44),
    scale: 3)

  @Test("T1: the big-logo bar is 56 pt high in both orientations, above the safe area, and white")
  func bigLogoBar() throws {
    let portrait = try Self.layout()
    #expect(portrait.frame == Rect(x: 0, y: 722, width: 375, height: 90))
    #expect(portrait.backgroundColor == "FFFFFF")
    let landscape = try Self.layout(in: Self.landscape)
    #expect(landscape.frame == Rect(x: 0, y: 298, width: 812, height: 77))
  }

  @Test("T1: the system's bar is 49 pt high in portrait and 80 pt in landscape")
  func systemBar() throws {
    let system: (inout TabBarDefinition) -> Void = {
      $0.height = 49
      $0.landscapeHeight = 80
    }
    let portrait = try Self.layout(change: system)
    #expect(portrait.frame == Rect(x: 0, y: 729, width: 375, height: 83))
    #expect(portrait.items[0].frame.height == 49)
    let landscape = try Self.layout(in: Self.landscape, change: system)
    #expect(landscape.frame == Rect(x: 0, y: 274, width: 812, height: 101))
    #expect(landscape.items[0].frame.height == 80)
  }

  @Test("T1: items share the bar's width evenly")
  func evenWidths() throws {
    let portrait = try Self.layout().items.map(\.frame)
    #expect(portrait == (0 ..< 5).map { Rect(x: 75 * Double($0), y: 0, width: 75, height: 56) })
    let landscape = try Self.layout(in: Self.landscape).items.map(\.frame)
    #expect(landscape.map(\.width) == Array(repeating: 812.0 / 5, count: 5))
  }

  @Test("T1: own widths and offsets accumulate from left to right")
  func ownWidths() throws {
    let frames = try Self.layout {
      $0.items[1].width = 100
      $0.items[1].leading = 10
      $0.items[3].leading = -5
    }.items.map(\.frame)
    #expect(frames.map(\.x) == [0, 85, 185, 255, 330])
    #expect(frames.map(\.width) == [75, 100, 75, 75, 75])
  }

  @Test(
    "T2: icon, title and badge stand where the rule says, whatever the width",
    arguments: [nil, 60, 120] as [Double?])
  func itemFrames(width: Double?) throws {
    let item = try Self.layout { $0.items[0].width = width }.items[0]
    let w = width ?? 75
    #expect(item.icon == Rect(x: w / 2 - 14, y: 7, width: 28, height: 28))
    #expect(item.title == Rect(x: 0, y: 37, width: w, height: 14))
    #expect(item.badge == Rect(x: w / 2 - 21, y: 7, width: 42, height: 42))
    #expect(item.text == "首页")
  }

  @Test(
    "T2: the icon stands on the side of the title that the item names, inside the item",
    arguments: TabItem.Alignment.allCases)
  func alignments(alignment: TabItem.Alignment) throws {
    let item = try Self.layout { $0.items[2].alignment = alignment }.items[2]
    let (icon, title) = (item.icon, item.title)
    switch alignment {
    case .iconTop: #expect(icon.y + icon.height <= title.y)
    case .iconBottom: #expect(title.y + title.height <= icon.y)
    case .iconLeft: #expect(icon.x + icon.width <= title.x)
    case .iconRight: #expect(title.x + title.width <= icon.x)
    }
    #expect([icon.width, icon.height] == [28, 28])
    #expect(title.height == 14)
    for part in [icon, title] {
      #expect(part.x >= 0 && part.x + part.width <= item.frame.width)
      #expect(part.y >= 0 && part.y + part.height <= item.frame.height)
    }
  }

  @Test("T2: a hump of 30 pt pulls the icon's edges to (−30, 0, −15, 0)")
  func hump() throws {
    let items = try Self.layout { $0.items[2].hump = 30 }.items
    #expect(items[2].iconInsets == Insets(top: -30, left: 0, bottom: -15, right: 0))
    #expect(items[1].iconInsets == .zero)
  }

  @Test("T1 T2: right to left mirrors the items' places and keeps their indices")
  func mirroredItems() throws {
    let change: (inout TabBarDefinition) -> Void = {
      $0.items[1].width = 100
      $0.items[1].leading = 10
    }
    let leftToRight = try Self.layout(change: change).items
    let rightToLeft = try Self.layout(in: Self.mirrored, change: change).items
    for (left, right) in zip(leftToRight, rightToLeft) {
      #expect(right.frame.x == 375 - left.frame.x - left.frame.width)
      #expect(right.frame.width == left.frame.width)
      #expect(right.text == left.text)
    }
  }

  @Test(
    "T2: right to left mirrors what stands in an item, too",
    arguments: TabItem.Alignment.allCases)
  func mirroredParts(alignment: TabItem.Alignment) throws {
    let left = try Self.layout { $0.items[2].alignment = alignment }.items[2]
    let right = try Self.layout(in: Self.mirrored) { $0.items[2].alignment = alignment }.items[2]
    for part in [\BarLayout.Item.icon, \.title, \.badge] {
      #expect(right[keyPath: part].x == 75 - left[keyPath: part].x - left[keyPath: part].width)
      #expect(right[keyPath: part].y == left[keyPath: part].y)
    }
  }

  private static var mirrored: Surface {
    var surface = Surface.phone
    surface.direction = .rightToLeft
    return surface
  }

  /// Returns the layout of the refined home screen's bar, with a change.
  private static func layout(
    in surface: Surface = .phone, change: (inout TabBarDefinition) -> Void = { _ in }
  ) throws -> BarLayout {
    var experience = Experience.refinedHome
    change(&experience.tabBar)
    return try #require(Session(experience: experience, surface: surface).snapshot.bar)
  }
}
