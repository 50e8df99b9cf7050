extension FloorState.Phase {
  /// True while the list is pulled down, by a finger or in its bounce (rule F1).
  public var isPulled: Bool {
    switch self {
    case .pulling, .tip, .armed: true
    case .closed, .opening, .open, .closing: false
    }
  }

  /// True while a choreography runs (rule F1).
  public var isAnimating: Bool {
    switch self {
    case .opening, .closing: true
    case .closed, .pulling, .tip, .armed, .open: false
    }
  }

  /// A Boolean value that indicates whether the floor responds to touches in this phase (rule F1).
  public var acceptsInput: Bool { !self.isAnimating }
}

/// The second floor's image and the layout of its parts (rules F10, F15).
public struct FloorLayout: Hashable, Sendable {
  /// The image's URL; empty for none.
  public var assetURL: String
  /// The kind of image, still or animated; nil until the client has loaded an image whose kind only
  /// it can tell.
  public var assetKind: Asset.Kind?
  /// The image's size in its own pixels; 0 until the client has loaded an image whose size only it
  /// can tell.
  public var assetSize: Size
  /// The time at which a client may load the image.
  public var prefetch: Prefetch
  /// A Boolean value that indicates whether the image has been loaded and has a positive size.
  public var isReady: Bool
  /// The frame of the image behind the list.
  public var image: Rect
  /// The start of the mask's fade from white to clear, as a fraction of the image's height.
  public var maskStart: Double
  /// The end of the mask's fade, as a fraction of the image's height.
  public var maskEnd: Double
  /// The frame of the tip below the image.
  public var tip: Rect
  /// The tip's text.
  public var tipText: String
  /// The tip's colour, RRGGBB; its text is centred.
  public var tipColor: String
  /// The tip's font size, pt.
  public var tipFontSize: Double
  /// The colour behind the image, RRGGBB (rule F2).
  public var backgroundColor: String
  /// The label of the floor's page for screen readers (rule U2).
  public var label: String
  /// The labels of the actions that open and close the floor without a pull; empty for none (rule
  /// U3).
  public var openLabel: String
  public var closeLabel: String

  public init(
    assetURL: String = "", assetKind: Asset.Kind? = nil,
    assetSize: Size = Size(width: 0, height: 0), prefetch: Prefetch = .eager,
    isReady: Bool, image: Rect, maskStart: Double, maskEnd: Double, tip: Rect, tipText: String,
    tipColor: String, tipFontSize: Double, backgroundColor: String, label: String = "",
    openLabel: String = "", closeLabel: String = ""
  ) {
    self.assetURL = assetURL
    self.assetKind = assetKind
    self.assetSize = assetSize
    self.prefetch = prefetch
    self.isReady = isReady
    self.image = image
    self.maskStart = maskStart
    self.maskEnd = maskEnd
    self.tip = tip
    self.tipText = tipText
    self.tipColor = tipColor
    self.tipFontSize = tipFontSize
    self.backgroundColor = backgroundColor
    self.label = label
    self.openLabel = openLabel
    self.closeLabel = closeLabel
  }
}
