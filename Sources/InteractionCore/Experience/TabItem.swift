/// A tab of the bar, as an experience defines it.
public struct TabItem: Hashable, Sendable {
  /// The title, by locale.
  public var title: LocalizedText
  /// The image while not selected.
  public var image: String
  /// The image while selected.
  public var selectedImage: String
  /// A Boolean value that indicates whether taps can select the tab.
  public var isEnabled: Bool
  /// A Boolean value that indicates whether the selected tab shows one big badge instead of icon
  /// and title (rule T3).
  public var hasBigLogo: Bool
  /// The placement of icon and title.
  public var alignment: Alignment
  /// The distance by which the icon rises above the bar, pt (rule T2).
  public var hump: Double
  /// The tab's own width, pt; nil to share the remaining width evenly.
  public var width: Double?
  /// The extra gap before the tab, pt.
  public var leading: Double
  /// The selection animation.
  public var animation: SelectionAnimation
  /// The timeline that replaces ``animation``; nil for none (rule T4).
  public var timeline: TimelineDefinition?
  /// The duration of ``animation``.
  public var animationDuration: TimeSpan
  /// The easing of ``animation``; ignored by a sequence of frames, which is linear.
  public var animationEasing: CubicBezier
  /// The number of frames of ``SelectionAnimation/frames``.
  public var frameCount: Int
  /// The reactions to a tap while selected: the first one that has an effect is performed,
  /// otherwise the last (rule T17).
  public var reselection: [Reselection]
  /// The app's name for the action of ``Reselection/perform``.
  public var reselectionAction: String
  /// The list to which ``reselection`` applies.
  public var list: SourceID?
  /// A button's second title (rule T12).
  public var subtitle: LocalizedText
  /// A Boolean value that indicates whether the tab requires a signed-in user (rule T7).
  public var requiresLogin: Bool
  /// A Boolean value that indicates whether the client has to allow a selection by tap (rule T5).
  public var asksClient: Bool
  /// The action that a tap performs instead of selecting the tab (rule T7); nil to select it.
  public var jump: Jump?
  /// The haptic when a tap selects the tab (rule T8).
  public var haptic: Haptic
  /// The sound when a tap selects the tab; empty for none (rule T8).
  public var sound: String
  /// A Boolean value that indicates whether a selection by tap increases the tab's badge (rule T8).
  public var countsUp: Bool
  /// The Lottie animation on selection; empty for none (rule T8).
  public var lottie: String
  /// The menu of a long press (rule T9).
  public var menu: [MenuEntryDefinition]
  /// The action of a long press in place of a menu, if any (rule T16).
  public var longPress: LongPressAction?
  /// The action of a double tap (rule T15); nil for two taps.
  public var doubleTap: DoubleTap?
  /// The supported orientations of the tab's page (rule T13).
  public var orientations: Orientations
  /// A Boolean value that indicates whether the tab's page rotates with the device (rule T13).
  public var autorotates: Bool
  /// The preferred orientation when the page is presented; nil for the device's current orientation
  /// (rule T13).
  public var preferredOrientation: Orientation?
  /// The badge, if any (rule B1).
  public var badge: BadgeDefinition?
  /// The button's appearance (rule T12).
  public var button: ButtonLook
  /// The rich text that replaces ``title`` (rule T12).
  public var richTitle: RichText
  /// The rich text that replaces ``subtitle`` (rule T12).
  public var richSubtitle: RichText
  /// The label for screen readers; empty for the title (rule U2).
  public var label: LocalizedText

  /// A Boolean value that indicates whether a change has hidden the item (rule T18).
  public internal(set) var isHidden = false

  /// An action that a tap performs instead of selecting the tab (rule T7).
  public struct Jump: Hashable, Sendable {
    /// The kind of action.
    public var kind: TabActionKind
    /// The route, the message or the URL.
    public var value: LocalizedText
    /// A Boolean value that indicates whether the item keeps its selected look while a page with
    /// the route ``value`` is on the stack (rule T19).
    public var staysLit: Bool

    public init(kind: TabActionKind, value: LocalizedText, staysLit: Bool = false) {
      self.kind = kind
      self.value = value
      self.staysLit = staysLit
    }
  }

  /// An entry of a long press's menu (rule T9).
  public struct MenuEntryDefinition: Hashable, Sendable {
    /// The app's ID of the entry.
    public var id: String
    /// The entry's text.
    public var text: LocalizedText
    /// The entry's image.
    public var image: String

    public init(id: String, text: LocalizedText, image: String = "") {
      self.id = id
      self.text = text
      self.image = image
    }
  }

  /// The action of a long press (rule T16).
  public struct LongPressAction: Hashable, Sendable {
    /// The app's name for the action.
    public var name: String
    /// The haptic; nil for that of the bar.
    public var haptic: Haptic?

    public init(name: String, haptic: Haptic? = nil) {
      self.name = name
      self.haptic = haptic
    }
  }

  /// A Boolean value that indicates whether a long press has an effect.
  public var hasLongPress: Bool { !self.menu.isEmpty || self.longPress != nil }

  /// The action of a double tap (rule T15).
  public struct DoubleTap: Hashable, Sendable {
    /// The action on the tab's list.
    public var action: Reselection
    /// A Boolean value that indicates whether the first tap is delayed until no second tap can
    /// follow.
    public var waits: Bool

    public init(action: Reselection, waits: Bool = false) {
      self.action = action
      self.waits = waits
    }
  }

  public init(
    title: LocalizedText,
    image: String = "",
    selectedImage: String = "",
    isEnabled: Bool = true,
    hasBigLogo: Bool = false,
    alignment: Alignment = .iconTop,
    hump: Double = 0,
    width: Double? = nil,
    leading: Double = 0,
    animation: SelectionAnimation = .pop,
    timeline: TimelineDefinition? = nil,
    animationDuration: TimeSpan = .milliseconds(250),
    animationEasing: CubicBezier = .easeInEaseOut,
    frameCount: Int = 0,
    reselection: [Reselection] = [],
    reselectionAction: String = "",
    list: SourceID? = nil,
    subtitle: LocalizedText = LocalizedText(),
    requiresLogin: Bool = false,
    asksClient: Bool = false,
    jump: Jump? = nil,
    haptic: Haptic = .none,
    sound: String = "",
    countsUp: Bool = false,
    lottie: String = "",
    menu: [MenuEntryDefinition] = [],
    longPress: LongPressAction? = nil,
    doubleTap: DoubleTap? = nil,
    orientations: Orientations = .all,
    autorotates: Bool = true,
    preferredOrientation: Orientation? = nil,
    badge: BadgeDefinition? = nil,
    button: ButtonLook = ButtonLook(),
    richTitle: RichText = RichText(),
    richSubtitle: RichText = RichText(),
    label: LocalizedText = LocalizedText()
  ) {
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
    self.isEnabled = isEnabled
    self.hasBigLogo = hasBigLogo
    self.alignment = alignment
    self.hump = hump
    self.width = width
    self.leading = leading
    self.animation = animation
    self.timeline = timeline
    self.animationDuration = animationDuration
    self.animationEasing = animationEasing
    self.frameCount = frameCount
    self.reselection = reselection
    self.reselectionAction = reselectionAction
    self.list = list
    self.subtitle = subtitle
    self.requiresLogin = requiresLogin
    self.asksClient = asksClient
    self.jump = jump
    self.haptic = haptic
    self.sound = sound
    self.countsUp = countsUp
    self.lottie = lottie
    self.menu = menu
    self.longPress = longPress
    self.doubleTap = doubleTap
    self.orientations = orientations
    self.autorotates = autorotates
    self.preferredOrientation = preferredOrientation
    self.badge = badge
    self.button = button
    self.richTitle = richTitle
    self.richSubtitle = richSubtitle
    self.label = label
  }
}
