package import InteractionCore
import SwiftProtobuf

extension Scroll {
  init(_ proto: Interaction_V1_ScrollEvent) throws(Violation) {
    self.init(
      source: SourceID(proto.source),
      drag: proto.drag,
      phase: try Phase(proto.phase, "scroll.phase"),
      x: proto.x,
      y: try required(proto.hasY, proto.y, "scroll.y"),
      velocity: proto.hasVelocity ? proto.velocity : nil)
  }

  var proto: Interaction_V1_ScrollEvent {
    .with {
      $0.source = self.source.name
      $0.drag = self.drag
      $0.phase = self.phase.proto
      $0.x = self.x
      $0.y = self.y
      if let velocity = self.velocity { $0.velocity = velocity }
    }
  }
}

extension Pointer {
  init(_ proto: Interaction_V1_PointerEvent) throws(Violation) {
    try checkLength(proto.target, 64, "pointer.target")
    let phase = try Pointer.Phase(proto.phase, "pointer.phase")
    let needsPosition = phase != .cancelled
    self.init(
      id: try required(proto.hasPointer, proto.pointer, "pointer.pointer"),
      phase: phase,
      target: ViewPath(proto.target),
      position: Point(
        x: try required(proto.hasX || !needsPosition, proto.x, "pointer.x"),
        y: try required(proto.hasY || !needsPosition, proto.y, "pointer.y")))
  }

  var proto: Interaction_V1_PointerEvent {
    .with {
      $0.pointer = self.id
      $0.phase = self.phase.proto
      $0.target = self.target.path
      $0.x = self.position.x
      $0.y = self.position.y
    }
  }
}

extension SelectionVerdict {
  init(_ proto: Interaction_V1_SelectionVerdictEvent) throws(Violation) {
    self.init(
      tab: Int(try required(proto.hasTab, proto.tab, "selection_verdict.tab")),
      isAllowed: try required(proto.hasAllowed, proto.allowed, "selection_verdict.allowed"))
  }

  var proto: Interaction_V1_SelectionVerdictEvent {
    .with {
      $0.tab = Int32(clamping: self.tab)
      $0.allowed = self.isAllowed
    }
  }
}

extension Asset {
  /// Converts an image; nil if the message reports that there is none.
  package init?(_ proto: Interaction_V1_AssetEvent) throws(Violation) {
    if proto.kind == .none { return nil }
    let kind = try Asset.Kind(proto.kind, "asset.kind")
    self.init(
      slot: proto.slot, kind: kind,
      size: Size(
        width: try required(proto.hasWidth, proto.width, "asset.width"),
        height: try required(proto.hasHeight, proto.height, "asset.height")))
  }

  package var proto: Interaction_V1_AssetEvent {
    .with {
      $0.slot = self.slot
      $0.kind = self.kind.proto
      $0.width = self.size.width
      $0.height = self.size.height
    }
  }
}

extension HeldDrag {
  package var proto: Interaction_V1_HeldDrag {
    .with {
      $0.source = self.source.name
      $0.drag = self.drag
    }
  }
}

extension [HeldDrag] {
  package init(_ proto: [Interaction_V1_HeldDrag], _ field: String) throws(Violation) {
    guard proto.count <= 16 else {
      throw Violation(
        field: field, problem: "has \(proto.count) entries; at most 16 are allowed; remove entries")
    }
    self = proto.map { HeldDrag(source: SourceID($0.source), drag: $0.drag) }
  }
}

/// Converts the pointers of a heartbeat.
package func heldPointers(_ proto: [UInt32], _ field: String) throws(Violation) -> [UInt32] {
  guard proto.count <= 16 else {
    throw Violation(
      field: field, problem: "has \(proto.count) entries; at most 16 are allowed; remove entries")
  }
  return proto
}
