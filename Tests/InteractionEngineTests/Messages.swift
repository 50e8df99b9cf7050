import GRPCCore
import InteractionWire
import SwiftProtobuf
import Synchronization

typealias WireEvent = Interaction_V1_InteractionEvent
typealias WireDirective = Interaction_V1_Directive
typealias WireRequest = Interaction_V1_InteractRequest
typealias WireResponse = Interaction_V1_InteractResponse

extension Message {
  /// Parses a message from JSON.
  init(json: String) {
    do {
      try self.init(jsonString: json)
    } catch {
      fatalError("\(error) in \(json)")
    }
  }

  var bytes: [UInt8] { (try? self.serializedBytes()) ?? [] }
}

extension WireEvent {
  /// Makes an event of any kind, such as `WireEvent("tap", #"{"tab": 1}"#)`.
  init(_ kind: String, _ json: String = "{}", at microseconds: Int64 = 0) {
    self.init(json: "{\"\(kind)\": \(json)}")
    self.timeUs = microseconds
  }

  static func tap(_ tab: Int, at microseconds: Int64 = 0) -> WireEvent {
    .with {
      $0.timeUs = microseconds
      $0.tap.tab = Int32(tab)
    }
  }

  static func scroll(
    _ y: Double, _ phase: Interaction_V1_ScrollPhase = .moved, of source: String = "home",
    drag: UInt32 = 1, velocity: Double? = nil, at microseconds: Int64 = 0
  ) -> WireEvent {
    .with {
      $0.timeUs = microseconds
      $0.scroll = .with {
        ($0.source, $0.drag, $0.phase, $0.y) = (source, drag, phase, y)
        if let velocity { $0.velocity = velocity }
      }
    }
  }

  /// Returns packed samples, all at the same time.
  static func samples(
    _ y: [Double], _ phase: Interaction_V1_ScrollPhase = .moved, deltas: [Int64]? = nil
  ) -> WireEvent {
    .with {
      $0.scrollSamples = .with {
        ($0.source, $0.drag, $0.phase, $0.y) = ("home", 1, phase, y)
        $0.deltaUs = deltas ?? y.map { _ in 0 }
      }
    }
  }

  /// Returns a rotation, which results in a snapshot.
  static func turn(at microseconds: Int64 = 0) -> WireEvent {
    .with {
      $0.timeUs = microseconds
      $0.surface = .phone
    }
  }

  /// An event of an unknown kind: field 1000, an empty message.
  static var unknown: WireEvent {
    (try? WireEvent(serializedBytes: [0xC2, 0x3E, 0x00] as [UInt8])) ?? .init()
  }

  /// The number of event sequence numbers that it uses.
  var count: UInt64 { UInt64(max(self.scrollSamples.y.count, 1)) }
}

extension Interaction_V1_Surface {
  static let phone = Self.with { ($0.width, $0.height, $0.scale) = (375, 812, 3) }
}

extension WireRequest {
  private static let openings = Atomic(0)

  /// Returns a valid `open` of a new session, with a change.
  static func open(_ change: (inout Interaction_V1_Open) -> Void = { _ in }) -> WireRequest {
    let number = self.openings.add(1, ordering: .relaxed).newValue
    return .with {
      $0.open = .with {
        ($0.level, $0.clientName, $0.clientVersion) = (1, "test", "1")
        ($0.sessionID, $0.surface) = ("session-\(number)", .phone)
      }
      change(&$0.open)
    }
  }

  static func events(_ first: UInt64, _ events: [WireEvent]) -> WireRequest {
    .with { $0.events = .with { ($0.firstSequence, $0.events) = (first, events) } }
  }

  static func ack(_ directive: UInt64) -> WireRequest {
    .with { $0.ack.directive = directive }
  }

  static func heartbeat(
    _ microseconds: Int64, drags: [String] = [], pointers: [UInt32] = []
  ) -> WireRequest {
    .with {
      $0.heartbeat = .with {
        ($0.timeUs, $0.heldPointers) = (microseconds, pointers)
        $0.heldDrags = drags.map { source in .with { ($0.source, $0.drag) = (source, 1) } }
      }
    }
  }

  static func refresh(_ token: String) -> WireRequest {
    .with { $0.authRefresh.token = token }
  }
}

extension Message {
  /// Returns the bytes with an unknown field that pads them to a size of 16 KiB to 2 MiB.
  func padded(to size: Int) -> [UInt8] {
    let known = self.bytes
    let padding = size - known.count - 5
    let length = [padding & 0x7F | 0x80, padding >> 7 & 0x7F | 0x80, padding >> 14]
    return known + [0xC2, 0x3E] + length.map { UInt8($0) } + Array(repeating: 0, count: padding)
  }
}

extension Sequence<WireResponse> {
  var directives: [WireDirective] { self.flatMap(\.directives) }
  var notices: [Interaction_V1_Notice] { self.flatMap(\.notices) }
  /// The selected tabs.
  var tabs: [Int32] { self.directives.tabs }
}

extension Sequence<WireDirective> {
  var tabs: [Int32] { self.compactMap { $0.selection?.selected } }
  var numbers: [UInt64] { self.map(\.sequence) }
  /// The IDs of the causing commands; empty for other causes.
  var commands: [String] { self.map(\.cause.command) }
  /// The looks set by toggles.
  var looks: [String] { self.map(\.setting.toggle.name).filter { !$0.isEmpty } }
  var floorPhases: [Interaction_V1_FloorPhase] {
    self.compactMap { if case .floor(let floor)? = $0.setting.state { floor.phase } else { nil } }
  }
}

extension WireDirective {
  /// The first setting; empty for a snapshot.
  var setting: Interaction_V1_Setting {
    self.replacesAll ? .init() : self.settings.first ?? .init()
  }

  /// The selection that it sets, if any: by a selected tab, or by the animation at launch. Updates
  /// of the looks, as after a login, count too, but no test with those uses it.
  var selection: Interaction_V1_SelectionState? {
    if case .selection(let selection)? = self.setting.state { selection } else { nil }
  }

  /// The only effect; empty if there is none, or several.
  var effect: Interaction_V1_Effect { self.effects.count == 1 ? self.effects[0] : .init() }
}
