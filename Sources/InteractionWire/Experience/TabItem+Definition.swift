import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  mutating func item(
    _ definition: Interaction_V1_TabItemDefinition, at index: Int, sources: [ScrollSource],
    timelines: [TimelineDefinition]
  ) -> TabItem {
    let field = "tab_bar.items[\(index)]"
    let animation = self.choice(
      definition.animation, TabItem.SelectionAnimation.pop, field.child("animation"))
    if animation == .frames {
      self.require(
        (2 ... 240).contains(definition.frameCount), field.child("frame_count"),
        "is \(definition.frameCount); must be 2 to 240 with animation: frames")
    }
    let usual: TimeSpan
    switch animation {
    case .pop: usual = .milliseconds(definition.bigLogo ? 200 : 250)
    case .none: usual = .zero
    case .bounce, .rotate, .flip, .frames: usual = .milliseconds(500)
    }
    return TabItem(
      title: self.localizedText(definition.title, field.child("title")),
      image: self.text(definition.image, field.child("image")),
      selectedImage: self.text(
        definition.selectedImage, field.child("selected_image"), fallback: definition.image),
      isEnabled: !definition.disabled,
      hasBigLogo: definition.bigLogo,
      alignment: self.choice(
        definition.alignment, TabItem.Alignment.iconTop, field.child("alignment")),
      hump: self.number(definition.hump, in: 0 ... 100, field.child("hump")),
      width: definition.hasWidth
        ? self.number(definition.width, in: 1 ... 1000, field.child("width")) : nil,
      leading: self.number(definition.leading, in: -1000 ... 1000, field.child("leading")),
      animation: animation,
      timeline: definition.hasTimeline
        ? self.timeline(definition.timeline, of: timelines, for: .tabItem, field.child("timeline"))
        : nil,
      animationDuration: self.span(
        definition.hasAnimationDuration ? definition.animationDuration : nil, usual,
        field.child("animation_duration")),
      animationEasing: self.curve(
        definition.hasAnimationEasing ? definition.animationEasing : nil, .easeInEaseOut,
        field.child("animation_easing")),
      frameCount: Int(min(definition.frameCount, 240)),
      reselection: self.reselection(definition, field),
      reselectionAction: self.text(
        definition.reselectionAction, field.child("reselection_action"), limit: 32),
      list: definition.list.isEmpty
        ? sources.first { $0.tab == index }?.id
        : self.source(definition.list, of: sources, field.child("list")),
      subtitle: self.localizedText(definition.subtitle, field.child("subtitle")),
      requiresLogin: definition.loginRequired && !definition.loginNotRequired,
      asksClient: definition.asksClient,
      jump: definition.hasJump ? self.jump(definition.jump, field.child("jump")) : nil,
      haptic: self.choice(definition.haptic, Haptic.none, field.child("haptic")),
      sound: self.text(definition.sound, field.child("sound")),
      countsUp: definition.countsUp,
      lottie: self.text(definition.lottie, field.child("lottie")),
      menu: self.menu(definition.menu, field.child("menu")),
      longPress: definition.hasLongPress ? self.longPress(definition, field) : nil,
      doubleTap: definition.hasDoubleTap
        ? TabItem.DoubleTap(
          action: self.choice(
            definition.doubleTap.action, TabItem.Reselection.nothing,
            field.child("double_tap.action")),
          waits: definition.doubleTap.waits)
        : nil,
      orientations: self.orientations(definition, field.child("orientations")),
      autorotates: !definition.hasAutorotates || definition.autorotates,
      preferredOrientation: self.preferredOrientation(
        definition, field.child("preferred_orientation")),
      badge: self.badge(definition, field.child("badge"), timelines: timelines),
      button: self.button(definition.button, field.child("button")),
      richTitle: self.richText(definition.richTitle, field.child("rich_title")),
      richSubtitle: self.richText(definition.richSubtitle, field.child("rich_subtitle")),
      label: self.localizedText(definition.label, field.child("label"))
    )
  }

  private mutating func jump(
    _ definition: Interaction_V1_JumpDefinition, _ field: String
  ) -> TabItem.Jump {
    self.require(
      definition.kind != .unspecified, field.child("kind"),
      "is missing; must be one of route, toast, url, app")
    self.require(
      !definition.staysLit || definition.kind == .route || definition.kind == .unspecified,
      field.child("stays_lit"),
      "needs kind: route, whose page it follows; set it, or remove stays_lit")
    return TabItem.Jump(
      kind: self.choice(definition.kind, TabActionKind.route, field.child("kind")),
      value: self.localizedText(definition.value, field.child("value")),
      staysLit: definition.staysLit)
  }

  private mutating func reselection(
    _ definition: Interaction_V1_TabItemDefinition, _ field: String
  ) -> [TabItem.Reselection] {
    let reactions = self.list(definition.reselection, limit: 4, field.child("reselection"))
      .enumerated().map { index, reaction in
        self.choice(reaction, TabItem.Reselection.nothing, "\(field).reselection[\(index)]")
      }
    let performs = reactions.contains(.perform) || definition.doubleTap.action == .perform
    self.require(
      performs || definition.reselectionAction.isEmpty, field.child("reselection_action"),
      "is unused; add perform to reselection, or remove it")
    self.require(
      !performs || !definition.reselectionAction.isEmpty, field.child("reselection_action"),
      "is empty; must name the action of perform, 1 to 32 bytes")
    return reactions
  }

  private mutating func longPress(
    _ definition: Interaction_V1_TabItemDefinition, _ field: String
  ) -> TabItem.LongPressAction {
    let press = definition.longPress
    self.require(
      !press.action.isEmpty, field.child("long_press.action"), "is empty; must have 1 to 32 bytes")
    self.require(
      definition.menu.isEmpty, field.child("long_press"),
      "stands beside a menu; a long press has one of them; remove the other")
    let haptic = self.choice(press.haptic, Haptic.none, field.child("long_press.haptic"))
    return TabItem.LongPressAction(
      name: self.text(press.action, field.child("long_press.action"), limit: 32),
      haptic: press.haptic == .unspecified ? nil : haptic)
  }

  private mutating func menu(
    _ definitions: [Interaction_V1_MenuItemDefinition], _ field: String
  ) -> [TabItem.MenuEntryDefinition] {
    self.list(definitions, limit: 8, field).enumerated().map { index, entry in
      let field = "\(field)[\(index)]"
      self.require(!entry.id.isEmpty, field.child("id"), "is empty; must have 1 to 32 bytes")
      return TabItem.MenuEntryDefinition(
        id: self.text(entry.id, field.child("id"), limit: 32),
        text: self.localizedText(entry.text, field.child("text")),
        image: self.text(entry.image, field.child("image")))
    }
  }

  private mutating func orientations(
    _ definition: Interaction_V1_TabItemDefinition, _ field: String
  ) -> Orientations {
    guard definition.hasOrientations else { return .all }
    let orientations = Orientations(definition.orientations)
    self.require(
      orientations != Orientations(), field, "allows no orientation; must allow at least one")
    return orientations
  }

  private mutating func preferredOrientation(
    _ definition: Interaction_V1_TabItemDefinition, _ field: String
  ) -> Orientation? {
    guard definition.preferredOrientation != .unspecified else { return nil }
    let orientation = self.choice(definition.preferredOrientation, Orientation.portrait, field)
    self.require(
      !definition.hasOrientations || Orientations(definition.orientations).contains(orientation),
      field, "is '\(orientation.word)'; must be one of the item's orientations")
    return orientation
  }

  private mutating func badge(
    _ definition: Interaction_V1_TabItemDefinition, _ field: String,
    timelines: [TimelineDefinition]
  ) -> BadgeDefinition? {
    guard definition.hasBadge else { return nil }
    let badge = definition.badge
    let maximum =
      badge.hasMax
      ? Int(self.number(Double(badge.max), in: 1 ... 999_999_999, field.child("max"))) : 99
    var content = BadgeContent.number(count: 0, max: maximum)
    if badge.hasContent {
      let known = BadgeContent(known: badge.content)
      self.require(
        known != nil, field.child("content"), "is unknown; must be text, count, dot or new_mark")
      content = known ?? .dot
      if case .text(let text) = badge.content.content {
        content = .text(self.text(text, field.child("content.text")))
      }
    }
    return BadgeDefinition(
      content: content, maximum: maximum, isHidden: badge.hidden,
      dx: self.number(badge.move.dx, in: -1000 ... 1000, field.child("move.dx")),
      dy: self.number(badge.move.dy, in: -1000 ... 1000, field.child("move.dy")),
      height: badge.hasHeight
        ? self.number(badge.height, in: 1 ... 100, field.child("height")) : 18,
      animation: self.choice(badge.animation, BadgeAnimation.none, field.child("animation")),
      timeline: badge.hasTimeline
        ? self.timeline(badge.timeline, of: timelines, for: .badge, field.child("timeline")) : nil,
      animationDuration: badge.hasAnimationDuration
        ? self.span(badge.animationDuration, .zero, field.child("animation_duration")) : nil,
      animationEasing: self.curve(
        badge.hasAnimationEasing ? badge.animationEasing : nil, .easeInEaseOut,
        field.child("animation_easing")),
      loopDuration: badge.hasLoopDuration
        ? self.span(
          badge.loopDuration, .seconds(1), field.child("loop_duration"), from: .milliseconds(50))
        : nil,
      fallHeight: badge.hasFallHeight
        ? self.number(badge.fallHeight, in: 0 ... 1000, field.child("fall_height")) : 20,
      swing: badge.hasSwing ? self.number(badge.swing, in: 0 ... 1000, field.child("swing")) : nil,
      label: self.localizedText(badge.label, field.child("label")))
  }
}

extension TabItem {
  var definition: Interaction_V1_TabItemDefinition {
    .with {
      $0.title = self.title.definition
      $0.image = self.image
      $0.selectedImage = self.selectedImage
      $0.disabled = !self.isEnabled
      $0.bigLogo = self.hasBigLogo
      $0.alignment = self.alignment.proto
      $0.hump = self.hump
      if let width = self.width { $0.width = width }
      $0.leading = self.leading
      $0.animation = self.animation.proto
      if let timeline = self.timeline { $0.timeline = timeline.name }
      $0.animationDuration = self.animationDuration.proto
      $0.animationEasing = self.animationEasing.proto
      $0.frameCount = UInt32(clamping: self.frameCount)
      $0.reselection = self.reselection.map { $0.proto }
      $0.reselectionAction = self.reselectionAction
      $0.list = self.list?.name ?? ""
      $0.subtitle = self.subtitle.definition
      $0.loginRequired = self.requiresLogin
      $0.asksClient = self.asksClient
      if let jump = self.jump {
        $0.jump.kind = jump.kind.proto
        $0.jump.value = jump.value.definition
        $0.jump.staysLit = jump.staysLit
      }
      $0.haptic = self.haptic.proto
      $0.sound = self.sound
      $0.countsUp = self.countsUp
      $0.lottie = self.lottie
      $0.menu = self.menu.map { entry in
        .with {
          $0.id = entry.id
          $0.text = entry.text.definition
          $0.image = entry.image
        }
      }
      if let press = self.longPress {
        $0.longPress.action = press.name
        if let haptic = press.haptic { $0.longPress.haptic = haptic.proto }
      }
      if let doubleTap = self.doubleTap {
        $0.doubleTap.action = doubleTap.action.proto
        $0.doubleTap.waits = doubleTap.waits
      }
      $0.orientations = self.orientations.proto
      if !self.autorotates { $0.autorotates = false }
      if let preferred = self.preferredOrientation { $0.preferredOrientation = preferred.proto }
      if let badge = self.badge { $0.badge = badge.definition }
      if self.button != ButtonLook() { $0.button = self.button.proto }
      $0.richTitle = self.richTitle.definition
      $0.richSubtitle = self.richSubtitle.definition
      $0.label = self.label.definition
    }
  }
}

extension BadgeDefinition {
  fileprivate var definition: Interaction_V1_BadgeDefinition {
    .with {
      $0.content = self.content.proto
      $0.max = Int64(self.maximum)
      $0.hidden = self.isHidden
      $0.move.dx = self.dx
      $0.move.dy = self.dy
      $0.height = self.height
      $0.animation = self.animation.proto
      if let timeline = self.timeline { $0.timeline = timeline.name }
      if let duration = self.animationDuration { $0.animationDuration = duration.proto }
      $0.animationEasing = self.animationEasing.proto
      if let duration = self.loopDuration { $0.loopDuration = duration.proto }
      $0.fallHeight = self.fallHeight
      $0.label = self.label.definition
      if let swing = self.swing { $0.swing = swing }
    }
  }
}

extension LocalizedText {
  var definition: Interaction_V1_LocalizedText {
    .with {
      $0.key = self.key
      $0.text = self.fallback
      for translation in self.translations {
        $0.translations[translation.locale] = translation.text
      }
    }
  }
}
