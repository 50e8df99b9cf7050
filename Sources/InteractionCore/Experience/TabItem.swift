/// A tab of the bar, as an experience defines it.
public struct TabItem: Hashable, Sendable {
  /// The title, in each of its languages.
  public var title: LocalizedText
  /// Image while not selected.
  public var image: String
  /// Image while selected.
  public var selectedImage: String
  /// Whether a tap may select it at all.
  public var isEnabled: Bool
  /// Whether the selected tab shows one big badge instead of icon and title (rule T3).
  public var hasBigLogo: Bool
  /// Icon and title.
  public var alignment: Alignment
  /// How far the icon rises above the bar, pt (rule T2).
  public var hump: Double
  /// Own width, pt; nil shares the bar evenly.
  public var width: Double?
  /// Extra distance from the item before, pt.
  public var leading: Double
  /// What selecting it plays.
  public var animation: SelectionAnimation
  /// What selecting it plays in place of ``animation``; nil plays that (rule T4).
  public var timeline: TimelineDefinition?
  /// How long ``animation`` takes.
  public var animationDuration: TimeSpan
  /// How the progress of ``animation`` follows time; a sequence of frames is even.
  public var animationEasing: CubicBezier
  /// How many frames ``SelectionAnimation/frames`` has.
  public var frameCount: Int
  /// What tapping it while selected does.
  public var reselection: Reselection
  /// The list that ``reselection`` acts on.
  public var list: SourceID?
  /// A button's second title (rule T12).
  public var subtitle: LocalizedText
  /// Whether the user has to be signed in (rule T7).
  public var requiresLogin: Bool
  /// Whether a tap that would select it has to be allowed by the client first (rule T5).
  public var asksClient: Bool
  /// What tapping does instead of selecting (rule T7); nil selects.
  public var jump: Jump?
  /// What is felt when a tap selects it (rule T8).
  public var haptic: Haptic
  /// The sound when a tap selects it, empty for none (rule T8).
  public var sound: String
  /// Whether selecting it by a tap counts its badge up (rule T8).
  public var countsUp: Bool
  /// The Lottie animation that it plays when selected, empty for none (rule T8).
  public var lottie: String
  /// What a long press offers (rule T9); a long press means nothing if it is empty.
  public var menu: [MenuItem]
  /// What a second tap soon after the first does (rule T15); nil takes it for a tap.
  public var doubleTap: DoubleTap?
  /// The orientations that its page allows (rule T13).
  public var orientations: Orientations
  /// Whether its page turns with the device by itself (rule T13).
  public var autorotates: Bool
  /// The orientation in which its page is first presented; nil for the way the device is held
  /// (rule T13).
  public var preferredOrientation: Orientation?
  /// Its badge, if it has one (rule B1).
  public var badge: BadgeDefinition?
  /// How its button is drawn (rule T12).
  public var button: ButtonLook
  /// What stands in for a plain ``title`` (rule T12).
  public var richTitle: RichText
  /// What stands in for a plain ``subtitle`` (rule T12).
  public var richSubtitle: RichText

  /// What tapping does instead of selecting (rule T7).
  public struct Jump: Hashable, Sendable {
    /// What kind of thing it does.
    public var kind: ActionKind
    /// The place, the message or the address.
    public var value: LocalizedText

    public init(kind: ActionKind, value: LocalizedText) {
      self.kind = kind
      self.value = value
    }
  }

  /// One entry of the menu of a long press (rule T9).
  public struct MenuItem: Hashable, Sendable {
    /// The app's name for it.
    public var id: String
    /// What it says.
    public var text: LocalizedText
    /// Its picture.
    public var image: String

    public init(id: String, text: LocalizedText, image: String = "") {
      self.id = id
      self.text = text
      self.image = image
    }
  }

  /// What a second tap soon after the first does (rule T15).
  public struct DoubleTap: Hashable, Sendable {
    /// What it does to the item's list.
    public var action: Reselection
    /// Whether the first tap waits until it is clear that no second one comes.
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
    reselection: Reselection = .nothing,
    list: SourceID? = nil,
    subtitle: LocalizedText = LocalizedText(),
    requiresLogin: Bool = false,
    asksClient: Bool = false,
    jump: Jump? = nil,
    haptic: Haptic = .none,
    sound: String = "",
    countsUp: Bool = false,
    lottie: String = "",
    menu: [MenuItem] = [],
    doubleTap: DoubleTap? = nil,
    orientations: Orientations = .all,
    autorotates: Bool = true,
    preferredOrientation: Orientation? = nil,
    badge: BadgeDefinition? = nil,
    button: ButtonLook = ButtonLook(),
    richTitle: RichText = RichText(),
    richSubtitle: RichText = RichText()
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
    self.doubleTap = doubleTap
    self.orientations = orientations
    self.autorotates = autorotates
    self.preferredOrientation = preferredOrientation
    self.badge = badge
    self.button = button
    self.richTitle = richTitle
    self.richSubtitle = richSubtitle
  }
}
