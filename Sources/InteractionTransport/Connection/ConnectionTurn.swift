/// What a connection may have done before it is the others' turn (``LoopTurns``).
enum ConnectionTurn: Hashable {
  /// It goes on, for so much work.
  ///
  /// Can transition to: ``over``.
  case runs(left: Int)
  /// It is over.
  ///
  /// Can transition to: ``awaited``.
  case over
  /// The next one is arranged.
  ///
  /// Can transition to: ``runs(left:)``.
  case awaited

  /// In frames of DATA, which most are; most of them are of `Interact`.
  private static let work = 512
  private static let workPerFrame = 4
  /// A call that begins costs as much as many frames, and so does what has to be decoded.
  private static let workPerCall = 96
  private static let bytesPerWork = 16
  /// Movements that are decided in the time of a frame; a tap costs as many as 16.
  private static let movementsPerWork = 4
  /// For a call that may send again.
  private static let workPerWake = 16
  /// Of DATA, of which there are many events in a large frame.
  private static let bytesPerDataWork = 128

  init() {
    self = .runs(left: Self.work)
  }

  var isOver: Bool {
    switch self {
    case .runs: false
    case .over, .awaited: true
    }
  }

  mutating func begin() {
    self = Self()
  }

  mutating func spend(_ header: FrameHeader) {
    self.spend(Self.cost(header))
  }

  /// A frame has cost its session so much, in movements.
  mutating func spend(deciding cost: Int) {
    self.spend(cost / Self.movementsPerWork)
  }

  /// A call may send again.
  mutating func spendWake() {
    self.spend(Self.workPerWake)
  }

  private mutating func spend(_ work: Int) {
    switch self {
    case .runs(let left): self = left > work ? .runs(left: left - work) : .over
    case .over, .awaited: break
    }
  }

  /// Whether the next turn has to be arranged.
  mutating func wait() -> Bool {
    switch self {
    case .over:
      self = .awaited
      return true
    case .runs, .awaited: return false
    }
  }

  private static func cost(_ header: FrameHeader) -> Int {
    switch header.kind {
    case FrameHeader.Kind.data: 1 + header.payloadLength / Self.bytesPerDataWork
    case FrameHeader.Kind.headers: Self.workPerCall + header.payloadLength / Self.bytesPerWork
    default: Self.workPerFrame + header.payloadLength / Self.bytesPerWork
    }
  }
}
