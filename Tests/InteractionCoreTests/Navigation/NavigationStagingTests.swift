import InteractionCore
import Testing

/// The captures that a style takes, and the stacking order of the views that it moves.
@Suite struct NavigationStagingTests {
  private static func timeline(
    _ style: NavigationStyle, isBack: Bool = false, on stage: NavigationGeometry = PhoneStyles.stage
  ) throws -> Timeline {
    try #require(style.timeline(isBack: isBack, on: stage))
  }

  @Test("N1: the window's picture is the whole screen, in points and in pixels")
  func window() throws {
    for isBack in [true, false] {
      let capture = try #require(try Self.timeline(.window, isBack: isBack).captures.first)
      #expect(capture.target == .windowSnapshot)
      #expect(capture.frame == Rect(x: 0, y: 0, width: 375, height: 812))
      #expect(capture.pixelFrame == Rect(x: 0, y: 0, width: 1_125, height: 2_436))
    }
  }

  @Test("N1: pushed, the picture is below the window; popped, above it")
  func level() throws {
    #expect(
      try Self.timeline(.window).staging == [Staging(.windowSnapshot, level: .below)])
    #expect(
      try Self.timeline(.window, isBack: true).staging
        == [Staging(.windowSnapshot, level: .above)])
  }

  @Test("N4: omni cuts the page at the key view's lower edge, the destination behind")
  func omni() throws {
    for isBack in [true, false] {
      let timeline = try Self.timeline(.omni, isBack: isBack)
      #expect(timeline.captures.map(\.target) == [.upperPart, .lowerPart])
      #expect(
        timeline.captures.map(\.frame) == [
          Rect(x: 0, y: 0, width: 375, height: 360), Rect(x: 0, y: 360, width: 375, height: 452),
        ])
      #expect(
        timeline.captures.map(\.pixelFrame) == [
          Rect(x: 0, y: 0, width: 1_125, height: 1_080),
          Rect(x: 0, y: 1_080, width: 1_125, height: 1_356),
        ])
      // On the way back the parts close over the page that they opened.
      let destination = isBack ? ViewPath.outgoingPage : .incomingPage
      #expect(timeline.staging == [Staging(destination, level: .below)])
    }
  }

  @Test("N4: a cut outside of the screen leaves one part empty", arguments: [-500.0, 5_000])
  func cutOutside(y: Double) throws {
    let stage = NavigationGeometry(
      surface: .phone, keyFrame: Rect(x: 0, y: y, width: 375, height: 44))
    let captures = try Self.timeline(.omni, on: stage).captures
    #expect(captures.map(\.frame.height) == (y < 0 ? [0, 812] : [812, 0]))
  }

  @Test(
    "N4: the key view's picture is the key view",
    arguments: [NavigationStyle.keyMove, .zoomTo, .elevate])
  func key(style: NavigationStyle) throws {
    let captures = try Self.timeline(style).captures
    #expect(captures.map(\.target) == [.keyView])
    #expect(captures.map(\.frame) == [Rect(x: 20, y: 300, width: 60, height: 60)])
    #expect(captures.map(\.pixelFrame) == [Rect(x: 60, y: 900, width: 180, height: 180)])
  }

  @Test(
    "N4 T11: right to left, too, the picture is taken where the client says the key view stands",
    arguments: [NavigationStyle.keyMove, .zoomTo, .elevate])
  func mirroredKey(style: NavigationStyle) throws {
    let captures = try Self.timeline(style, on: PhoneStyles.stage.mirrored).captures
    #expect(captures.map(\.frame) == [Rect(x: 295, y: 300, width: 60, height: 60)])
    #expect(captures.map(\.pixelFrame) == [Rect(x: 885, y: 900, width: 180, height: 180)])
  }

  @Test("N4: a page sinks back in perspective, and comes back in the same")
  func page() throws {
    #expect(
      try Self.timeline(.page).staging == [Staging(.outgoingPage, perspective: -0.002)])
    #expect(
      try Self.timeline(.page, isBack: true).staging == [
        Staging(.incomingPage, perspective: -0.002)
      ])
  }

  @Test("N4: twitter tilts about the bottom edge")
  func twitter() throws {
    let there = try #require(try Self.timeline(.twitter).staging.first)
    #expect(there.target == .outgoingPage)
    #expect(there.origin == Point(x: 0.5, y: 1))
    let back = try #require(try Self.timeline(.twitter, isBack: true).staging.first)
    #expect(back.target == .incomingPage)
    #expect(back.origin == Point(x: 0.5, y: 1))
  }

  @Test("N4 T11: flip turns about the right edge; right to left, about the left one")
  func flip() throws {
    let there = try #require(try Self.timeline(.flip).staging.first)
    #expect(there.target == .incomingPage)
    #expect(there.origin == Point(x: 1, y: 0.5))
    let back = try #require(try Self.timeline(.flip, isBack: true).staging.first)
    #expect(back.target == .outgoingPage)
    #expect(back.origin == Point(x: 1, y: 0.5))
    let mirrored = try Self.timeline(.flip, on: PhoneStyles.stage.mirrored).staging
    #expect(mirrored.map(\.origin) == [Point(x: 0, y: 0.5)])
  }

  @Test("N4: elevate uncovers the page about the key view's middle")
  func elevate() throws {
    let there = try #require(try Self.timeline(.elevate).staging.first)
    #expect(there.target == .incomingPage)
    #expect(isNear(there.origin.x, 50.0 / 375))
    #expect(isNear(there.origin.y, 330.0 / 812))
  }

  @Test("N4 T11: right to left, too, it is the key view's middle")
  func mirroredElevate() throws {
    let staging = try Self.timeline(.elevate, on: PhoneStyles.stage.mirrored).staging
    #expect(isNear(staging.first?.origin.x, 325.0 / 375))
  }

  @Test("N4: the others take no picture and arrange nothing")
  func others() throws {
    let captured: Set<NavigationStyle> = [.window, .omni, .keyMove, .zoomTo, .elevate]
    let staged: Set<NavigationStyle> = [
      .window, .omni, .keyMove, .zoomTo, .page, .twitter, .flip, .elevate, .scan,
    ]
    for style in NavigationStyle.allCases where style != .system {
      let timeline = try Self.timeline(style)
      #expect(timeline.captures.isEmpty == !captured.contains(style), "\(style)")
      #expect(timeline.staging.isEmpty == !staged.contains(style), "\(style)")
    }
  }
}
