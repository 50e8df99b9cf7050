/// The read budget of a connection, after which the others of its event loop have their turn
/// (``FairScheduler``).
enum ReadBudget: Hashable {
  /// Reading goes on, with this much work left.
  ///
  /// Can transition to: ``exhausted``.
  case running(left: Int)
  /// The budget is exhausted.
  ///
  /// Can transition to: ``scheduled``.
  case exhausted
  /// The next turn is scheduled.
  ///
  /// Can transition to: ``running(left:)``.
  case scheduled

  /// The budget, in units of one small DATA frame, most of which are of `Interact`.
  private static let work = 512
  private static let workPerFrame = 4
  /// The cost of a new call's HEADERS: frame decoding and the start of the call.
  private static let workPerCall = 96
  private static let bytesPerWork = 16
  /// Movements whose decision costs as much as one unit; a tap costs as much as 16 movements.
  private static let movementsPerWork = 4
  /// The cost of waking a blocked call.
  private static let workPerWake = 16
  /// Bytes of DATA per unit: a large frame holds many events.
  private static let bytesPerDataWork = 128

  init() {
    self = .running(left: Self.work)
  }

  var isExhausted: Bool {
    switch self {
    case .running: false
    case .exhausted, .scheduled: true
    }
  }

  mutating func refill() {
    self = Self()
  }

  mutating func spend(_ header: FrameHeader) {
    self.spend(Self.cost(header))
  }

  /// Charges the decisions on a frame's events.
  ///
  /// - Parameter cost: The cost in movements.
  mutating func spend(deciding cost: Int) {
    self.spend(cost / Self.movementsPerWork)
  }

  /// Charges the waking of a call.
  mutating func spendWake() {
    self.spend(Self.workPerWake)
  }

  private mutating func spend(_ work: Int) {
    switch self {
    case .running(let left): self = left > work ? .running(left: left - work) : .exhausted
    case .exhausted, .scheduled: break
    }
  }

  /// Returns true if the next turn has to be scheduled now.
  mutating func scheduleNext() -> Bool {
    switch self {
    case .exhausted:
      self = .scheduled
      return true
    case .running, .scheduled: return false
    }
  }

  private static func cost(_ header: FrameHeader) -> Int {
    switch header.kind {
    case FrameHeader.FrameType.data: 1 + header.payloadLength / Self.bytesPerDataWork
    case FrameHeader.FrameType.headers: Self.workPerCall + header.payloadLength / Self.bytesPerWork
    default: Self.workPerFrame + header.payloadLength / Self.bytesPerWork
    }
  }
}
