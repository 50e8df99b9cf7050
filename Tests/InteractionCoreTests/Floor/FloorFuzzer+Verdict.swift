import InteractionCore

extension FloorFuzzer {
  /// Returns the phase that the rules demand after `shot`; nil if they do not determine it alone.
  func verdict(on shot: FloorEvent) -> FloorState.Phase? {
    let phase = self.shown.phase
    let isHome = phase == .closed || phase.isPulled
    // A drag that begins during the hold ends it (D7).
    let isTaken = phase == .opening && self.isHeld && (shot == .pull || !self.isDragged)
    switch shot {
    case .peek, .signOut, .signIn, .noPicture, .picture, .wrong, .foreground, .rotation:
      return phase
    case .touch:
      // A finger that touches down during the hold undoes the previous release (F16).
      return phase == .closing && self.isHeld ? .open : phase
    case .open:
      return isHome && self.mayOpen ? .opening : phase
    case .close:
      return phase == .open ? .closing : phase
    case .pull:
      return isHome || isTaken ? .armed : phase
    case .lift:
      if !isHome && !isTaken { return phase }
      // The background has taken the finger away, so its lift is ignored.
      if self.isDragged && self.session.heldDrags.isEmpty { return nil }
      return self.mayOpen ? .opening : .closed
    case .take:
      return isHome || isTaken ? .closed : phase
    case .settle:
      return isHome ? .closed : phase
    case .finished, .cut:
      switch phase {
      case .opening where self.preset == .literal: return phase
      case .opening: return self.owesClose ? .closing : .open
      case .closing: return .closed
      case .closed, .pulling, .tip, .armed, .open: return phase
      }
    case .background:
      switch phase {
      case .opening: return self.owesClose ? .closed : .open
      case .open: return .open
      case .closed, .pulling, .tip, .armed, .closing: return .closed
      }
    case .holdExpired:
      guard self.followsRelease else { return phase }
      return phase == .opening ? .closed : phase == .closing ? .open : phase
    case .silence:
      return nil
    case .pullUp:
      if phase == .closing && self.isHeld { return nil }
      if phase != .open { return phase }
      // The page follows one of the fingers, depending on the order of their touches.
      return self.fingers.isEmpty ? .closing : nil
    }
  }
}
