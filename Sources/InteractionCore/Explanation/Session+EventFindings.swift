extension Session {
  /// Returns the finding about an event about which no other rule has one.
  ///
  /// - Parameter isShown: True if the event led to a directive.
  func finding(about kind: Event.Kind, isShown: Bool) -> Finding {
    let (rule, subject, reason) = self.words(for: kind)
    return Finding(rule, subject, isShown ? "changes what is shown" : reason)
  }

  /// Returns the rule for a kind of event, its subject, and the reason for having no effect.
  private func words(for kind: Event.Kind) -> (rule: String, subject: String, reason: String) {
    switch kind {
    case .tick, .serverTick:
      let next = self.nextDeadline.map { "at \($0.microseconds) µs" } ?? "none"
      return ("S5", "session", "nothing else is due; the next deadline: \(next)")
    case .open: return ("S1", "session", "starts once: this is not its first event")
    case .scroll(let scroll): return ("S2", "list \(scroll.source)", "no rule follows this list")
    case .pointer(let pointer):
      let isBlocked = pointer.phase == .down && self.state.navigation.blocksInput
      let path = pointer.target.path
      return isBlocked
        ? ("N3", "pages", "are moving: a finger that touches down counts for nothing")
        : ("S2", "view \(path)", "no rule follows fingers on it")
    case .tapTab(let tab): return ("T5", "tab \(tab)", "its tap changes nothing")
    case .selectTab(let tab): return ("T6", "tab \(tab)", "its selection changes nothing")
    case .orderToggle(let id, _): return ("R10", "toggle \(id)", "the order changes nothing")
    case .heldDrags: return ("S3", "session", "every finger that is down is named")
    case .animationEnded(let directive, let outcome):
      return ("F7", "session", "directive \(directive) \(word(outcome)): nothing waits for it")
    case .assetReady(let asset):
      return ("F10", "slot \(asset.slot)", self.reason(about: asset.slot))
    case .assetFailed(let slot): return ("F10", "slot \(slot)", self.reason(about: slot))
    case .assetLooped(let slot): return ("F15", "slot \(slot)", "plays until its floor closes")
    case .floor: return ("F9", "floor", "the command changes nothing")
    case .account(let change): return ("T7", "session", "\(word(change)) changes nothing")
    case .selectionVerdict(let verdict):
      return ("T5", "tab \(verdict.tab)", "does not wait for an answer")
    case .menu: return ("T9", "session", "no menu is open")
    case .badge(let tab, _):
      return self.wiring.badgeTabs.contains(tab)
        ? ("B2", "badge \(tab)", "shows that already") : ("B2", "tab \(tab)", "has no badge")
    case .navigate: return ("N1", "pages", "the request changes nothing")
    case .pageDrag(let drag):
      let finding = self.finding(about: drag)
      return (finding.rule, finding.subject, finding.text)
    case .swiping(let isOn):
      return self.experience.tabBar.heldTransition == nil
        ? ("X7", "pages", "tabs do not slide in this experience")
        : ("X7", "pages", "swiping is \(isOn ? "on" : "off") now; no finger drags them")
    case .refreshDone: return ("F13", "session", "no refresh runs that is shown")
    case .holdExpired(let target): return ("D7", "\(word(target))", "no verdict is waited for")
    case .contentSize(let source, let size):
      return ("S4", "list \(source)", "its content is \(plain(size.height)) pt high")
    case .surface: return ("D5", "session", "the surface is the same")
    case .background: return ("S3", "session", "is in the background: drags have ended")
    case .foreground: return ("D5", "session", "is in the foreground")
    }
  }

  private func reason(about slot: String) -> String {
    guard self.experience.floor != nil else { return "the experience has no second floor" }
    return slot == FloorDefinition.assetSlot
      ? "changes nothing that is shown now"
      : "is not used: the one of the second floor is '\(FloorDefinition.assetSlot)'"
  }

  /// Returns the finding about an event that is late (rule S6).
  func findingAboutLateness(of event: Event) -> Finding {
    let late = (self.state.now - event.time).microseconds
    return Finding(
      "S6", "session", "the event is \(late) µs before session time, and applies at it")
  }

  /// Returns the finding about a released list and its refresh; nil if it has none (rule F13).
  func findingAboutRefresh(by distance: Double) -> Finding? {
    guard let rule = self.experience.floor?.rule, let source = self.wiring.floorSource,
      rule.refreshDistance > 0
    else { return nil }
    let subject = "list \(self.experience.sources[source].id)"
    let pulled = plain(max(distance, 0))
    if distance < rule.refreshDistance {
      return Finding(
        "F13", subject, "pulled \(pulled) pt: refreshes from \(plain(rule.refreshDistance)) pt on")
    }
    if self.state.refreshes[source].isRunning {
      return Finding("F13", subject, "pulled \(pulled) pt: it is being refreshed already")
    }
    guard self.followsFinger, self.isFloorListSeen else {
      return Finding("F13", subject, "cannot be seen: it does not refresh")
    }
    return Finding("F13", subject, "pulled \(pulled) pt: refreshes")
  }
}
