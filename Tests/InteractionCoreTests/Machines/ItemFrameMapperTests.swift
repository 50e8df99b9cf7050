import InteractionCore
import Testing

/// The positions of icon, title and badge in bars that are higher or lower than the default 56 pt.
@Suite("T1 T2: items follow the height of their bar")
struct ItemFrameMapperTests {
  /// Samples of all valid heights, with the default heights.
  static let heights = [20, 28, 42, 43, 44, 45, 46, 48, 49, 56, 64, 80, 120, 200.0]

  private static func item(
    height: Double, alignment: TabItem.Alignment = .iconTop, hump: Double = 0,
    hasSubtitle: Bool = false, direction: Surface.Direction = .leftToRight
  ) throws -> BarLayout.Item {
    var experience = Experience.refinedHome
    experience.tabBar.height = height
    experience.tabBar.items[2].alignment = alignment
    experience.tabBar.items[2].hump = hump
    if hasSubtitle { experience.tabBar.items[2].subtitle = LocalizedText(fallback: "below") }
    var surface = Surface.phone
    surface.direction = direction
    let session = Session(experience: experience, surface: surface)
    return try #require(session.snapshot.bar).items[2]
  }

  @Test("T2: the system's bar of 49 pt moves all of it up by 3.5 pt, one of 80 pt down by 12 pt")
  func usualBars() throws {
    for (height, shift) in [(49.0, -3.5), (56, 0), (80, 12)] {
      let item = try Self.item(height: height)
      #expect(item.icon == Rect(x: 23.5, y: 7 + shift, width: 28, height: 28))
      #expect(item.title == Rect(x: 0, y: 37 + shift, width: 75, height: 14))
      #expect(item.badge == Rect(x: 16.5, y: 7 + shift, width: 42, height: 42))
      #expect(item.badge.y * 2 + item.badge.height == height)
    }
  }

  @Test("T2: nothing leaves the bar, whatever its height", arguments: heights)
  func inside(height: Double) throws {
    for alignment in TabItem.Alignment.allCases {
      for hasSubtitle in [false, true] {
        for direction in [Surface.Direction.leftToRight, .rightToLeft] {
          let item = try Self.item(
            height: height, alignment: alignment, hasSubtitle: hasSubtitle, direction: direction)
          for part in [item.icon, item.title, item.subtitle, item.badge] {
            #expect(part.y >= 0 && part.y + part.height <= height + 1e-9, "\(alignment)")
            #expect(part.x >= 0 && part.x + part.width <= 75, "\(alignment)")
            #expect(part.width >= 0 && part.height >= 0)
          }
          #expect(isNear(item.icon.width, item.icon.height))
        }
      }
    }
  }

  @Test(
    "T2: icon and title stand to each other as in the usual bar, centred as there",
    arguments: TabItem.Alignment.allCases)
  func together(alignment: TabItem.Alignment) throws {
    let usual = try Self.item(height: 56, alignment: alignment)
    for height in Self.heights where height >= 46 {
      let item = try Self.item(height: height, alignment: alignment)
      let shift = (height - 56) / 2
      #expect(isNear(item.icon.y, usual.icon.y + shift), "\(height) pt")
      #expect(isNear(item.title.y, usual.title.y + shift), "\(height) pt")
      #expect(item.icon.width == 28 && item.title.height == 14)
      #expect(item.icon.x == usual.icon.x && item.title.x == usual.title.x)
    }
  }

  @Test("T2: a bar too low for icon and title shrinks both alike")
  func low() throws {
    let item = try Self.item(height: 22)
    #expect(item.icon == Rect(x: 30.5, y: 0, width: 14, height: 14))
    #expect(item.title == Rect(x: 0, y: 15, width: 75, height: 7))
    #expect(isNear(item.badge.height, 22))
  }

  @Test("T2: a hump raises the icon by the same insets in every bar", arguments: heights)
  func hump(height: Double) throws {
    let raised = try Self.item(height: height, hump: 30)
    let flat = try Self.item(height: height)
    #expect(raised.iconInsets == Insets(top: -30, left: 0, bottom: -15, right: 0))
    #expect(raised.icon == flat.icon && raised.title == flat.title)
  }
}
