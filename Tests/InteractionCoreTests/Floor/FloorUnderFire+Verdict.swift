import InteractionCore

extension FloorUnderFire {
  /// Where the floor is after `shot`, by the rules alone; nil where that takes more than them.
  func verdict(on shot: Shot) -> FloorState.Phase? {
    let phase = self.shown.phase
    let isHome = phase == .closed || phase.isDragging
    // A drag that begins while the list is held ends the hold (D7).
    let isTaken = phase == .opening && self.isHeld && (shot == .pull || !self.isDragged)
    switch shot {
    case .peek, .signOut, .signIn, .noPicture, .picture, .wrong, .foreground, .rotation:
      return phase
    case .touch:
      // A finger within the hold takes back what the one before has begun (F16).
      return phase == .closing && self.isHeld ? .open : phase
    case .open:
      return isHome && self.mayOpen ? .opening : phase
    case .close:
      return phase == .open ? .closing : phase
    case .pull:
      return isHome || isTaken ? .armed : phase
    case .lift:
      if !isHome && !isTaken { return phase }
      // A finger that the background has taken away may lift for all the floor cares.
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
      // Whose finger the page follows depends on when it went down.
      return self.fingers.isEmpty ? .closing : nil
    }
  }
}
