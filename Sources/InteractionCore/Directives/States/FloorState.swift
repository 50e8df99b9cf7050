extension FloorState.Phase {
  /// Whether the list is pulled down, by a finger or still bouncing (rule F1).
  public var isDragging: Bool {
    switch self {
    case .pulling, .tip, .armed: true
    case .closed, .opening, .open, .closing: false
    }
  }

  /// Whether a choreography runs (rule F1).
  public var isAnimating: Bool {
    switch self {
    case .opening, .closing: true
    case .closed, .pulling, .tip, .armed, .open: false
    }
  }

  /// Whether the user's touches mean anything to it (rule F1).
  public var acceptsInput: Bool { !self.isAnimating }
}

/// The second floor's image and where its parts stand (rules F10, F15).
public struct FloorLayout: Hashable, Sendable {
  /// Where the image comes from; empty if nowhere.
  public var assetURL: String
  /// Whether the image moves; nil where only the client knows it, which has not loaded it yet.
  public var assetKind: Asset.Kind?
  /// The image's size in its own pixels; 0 where only the client knows it, as above.
  public var assetSize: Size
  /// When a client may load the image.
  public var prefetch: Prefetch
  /// Whether the image can be drawn: it has arrived and has a positive size.
  public var isReady: Bool
  /// The image behind the list.
  public var image: Rect
  /// Where the image's mask starts to fade from white to clear, as a part of its height.
  public var maskStart: Double
  /// Where the mask is clear.
  public var maskEnd: Double
  /// The tip below the image.
  public var tip: Rect
  /// The tip's text.
  public var tipText: String
  /// The tip's colour, RRGGBB; it is centred.
  public var tipColor: String
  /// The tip's font size, pt.
  public var tipFontSize: Double
  /// The colour behind the image, RRGGBB (rule F2).
  public var backgroundColor: String

  public init(
    assetURL: String = "", assetKind: Asset.Kind? = nil,
    assetSize: Size = Size(width: 0, height: 0), prefetch: Prefetch = .eager,
    isReady: Bool, image: Rect, maskStart: Double, maskEnd: Double, tip: Rect, tipText: String,
    tipColor: String, tipFontSize: Double, backgroundColor: String
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
  }
}
