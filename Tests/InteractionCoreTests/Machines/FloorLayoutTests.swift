import InteractionCore
import Testing

/// The appearance of the second floor behind the list.
@Suite struct FloorLayoutTests {
  @Test("F10 F3: the image fills the width, the tip stands 10 pt below it")
  func layout() throws {
    let layout = try Self.layout(after: Self.ready(width: 750, height: 600))
    #expect(layout.isReady)
    #expect(layout.image == Rect(x: 0, y: 0, width: 375, height: 300))
    #expect(layout.maskStart == 0.7)
    #expect(layout.maskEnd == 1)
    #expect(layout.tip.y == 310)
    #expect([layout.tip.x, layout.tip.width] == [0, 375])
    #expect(layout.tipText == "欢迎进入二楼")
    #expect(layout.tipFontSize == 15)
    #expect(layout.tipColor == "FF0000")
    #expect(layout.backgroundColor == "FFFFFF")
  }

  @Test("F10: the image keeps its shape when the surface turns")
  func rotation() throws {
    var landscape = Surface.phone
    landscape.viewport = Size(width: 812, height: 375)
    let layout = try Self.layout(
      after: Self.ready(width: 750, height: 600), .at(100, .surface(landscape)))
    #expect(layout.image == Rect(x: 0, y: 0, width: 812, height: 600.0 * 812 / 750))
  }

  @Test(
    "F10: an image without a positive size is not ready",
    arguments: [(0.0, 600.0), (750, 0), (0, 0), (-750, 600), (750, -600), (-750, -600)])
  func noSize(width: Double, height: Double) throws {
    let layout = try Self.layout(after: Self.ready(width: width, height: height))
    #expect(!layout.isReady)
    #expect(layout.image.height == 0)
  }

  @Test("F10: before it arrives and after it failed, an image is not ready")
  func notReady() throws {
    #expect(!(try Self.layout().isReady))
    let failed = try Self.layout(
      after: Self.ready(width: 750, height: 600), .at(100, .assetFailed(slot: "floor")))
    #expect(!failed.isReady)
  }

  @Test("F10: another slot's picture is none of the floor's")
  func otherSlot() throws {
    let other = Asset(slot: "banner", kind: .still, size: Size(width: 10, height: 10))
    #expect(!(try Self.layout(after: .at(0, .assetReady(other))).isReady))
  }

  @Test(
    "F2: an animated image plays while the list stands below 0; a still one shows",
    arguments: [(Asset.Kind.animated, true), (.still, false)])
  func playing(kind: Asset.Kind, plays: Bool) throws {
    var session = Session(experience: .refinedHome, surface: .phone)
    _ = session.handle(Self.ready(kind, width: 750, height: 600))
    _ = session.handle(.scroll(at: 100, .began, y: 0))
    #expect(try Self.shown(by: session) == [false, false])
    _ = session.handle(.scroll(at: 200, .moved, y: -20))
    #expect(try Self.shown(by: session) == [true, plays])
    _ = session.handle(.scroll(at: 300, .moved, y: 0))
    #expect(try Self.shown(by: session) == [false, false])
  }

  @Test(
    "F2: literal looks for `gif` in the URL, whatever the client declares",
    arguments: [
      ("https://a.example/b.gif", true), ("https://gif.example/b", true), ("b.png", false),
    ])
  func playingByURL(url: String, plays: Bool) throws {
    var experience = Experience.literalHome
    experience.floor?.appearance.assetURL = url
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(Self.ready(plays ? .still : .animated, width: 750, height: 600))
    _ = session.handle(.scroll(at: 100, .began, y: 0))
    _ = session.handle(.scroll(at: 200, .moved, y: -20))
    #expect(try Self.shown(by: session) == [true, plays])
  }

  @Test("F15 F10: URL, kind and size are the experience's, and come with the layout")
  func declared() throws {
    var experience = Experience.refinedHome
    experience.floor?.appearance.assetURL = "https://a.example/b.webp"
    experience.floor?.appearance.assetKind = .animated
    experience.floor?.appearance.assetSize = Size(width: 750, height: 600)
    var session = Session(experience: experience, surface: .phone)
    let before = try #require(session.snapshot.floorLayout)
    #expect(before.assetURL == "https://a.example/b.webp" && before.assetKind == .animated)
    #expect(before.assetSize == Size(width: 750, height: 600))
    #expect(!before.isReady && before.image.height == 300)
    // Independent of the size of the loaded image.
    _ = session.handle(Self.ready(.still, width: 10, height: 10))
    var ready = before
    ready.isReady = true
    #expect(session.snapshot.floorLayout == ready)
    _ = session.handle(.scroll(at: 100, .began, y: -20))
    #expect(try Self.shown(by: session) == [true, true])
    // It keeps looping, and restarts from its first frame at the next pull.
    #expect(session.handle(.at(200, .assetLooped(slot: "floor"))) == [])
    _ = session.handle(.scroll(at: 300, .moved, y: 0))
    #expect(try Self.shown(by: session) == [false, false])
  }

  @Test("F15: what the experience leaves out is the client's to report")
  func reported() throws {
    let before = try Self.layout()
    #expect(before.assetURL == "https://assets.example/second-floor.gif")
    #expect(before.assetKind == nil && before.assetSize == Size(width: 0, height: 0))
    let after = try Self.layout(after: Self.ready(width: 750, height: 600))
    #expect(after.assetKind == .animated && after.assetSize == Size(width: 750, height: 600))
  }

  @Test("F15: the client is told whether it may load the image ahead of a pull")
  func prefetch() throws {
    #expect(try Self.layout().prefetch == .eager)
    var experience = Experience.refinedHome
    experience.floor?.appearance.prefetch = .lazy
    let session = Session(experience: experience, surface: .phone)
    #expect(session.snapshot.floorLayout?.prefetch == .lazy)
  }

  /// Returns whether the floor is visible behind the list, and whether its image plays.
  private static func shown(by session: Session) throws -> [Bool] {
    let floor = try #require(session.snapshot.floor)
    return [floor.isBehindList, floor.isPlaying]
  }

  private static func ready(
    _ kind: Asset.Kind = .animated, width: Double, height: Double
  ) -> InteractionEvent {
    .at(0, .assetReady(Asset(slot: "floor", kind: kind, size: Size(width: width, height: height))))
  }

  private static func layout(after events: InteractionEvent...) throws -> FloorLayout {
    var session = Session(experience: .refinedHome, surface: .phone)
    for event in events {
      _ = session.handle(event)
    }
    return try #require(session.snapshot.floorLayout)
  }
}
