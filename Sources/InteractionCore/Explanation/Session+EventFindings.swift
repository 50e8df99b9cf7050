extension Session {
  /// Returns the finding about an event for which no other rule has a finding.
  ///
  /// - Parameter isShown: True if the event led to a directive.
  func finding(about kind: InteractionEvent.Kind, isShown: Bool) -> Finding {
    let (rule, subject, reason) = self.words(for: kind)
    return Finding(rule, subject, isShown ? "changes the visible state" : reason)
  }

  /// Returns the rule for a kind of event, its subject, and the reason for having no effect.
  private func words(for kind: InteractionEvent.Kind) -> (
    rule: String, subject: String, reason: String
  ) {
    switch kind {
    case .tick, .serverTick:
      let next = self.nextDeadline.map { "at \($0.microseconds) µs" } ?? "none"
      return ("S5", "session", "no deadline has passed; the next deadline: \(next)")
    case .open: return ("S1", "session", "has already started; open is ignored")
    case .scroll(let scroll): return ("S2", "list \(scroll.source)", "no rule uses this list")
    case .pointer(let pointer):
      let isBlocked = pointer.phase == .down && self.state.navigation.blocksInput
      let path = pointer.target.path
      return isBlocked
        ? ("N3", "pages", "are moving; touches that begin now are ignored")
        : ("S2", "view \(path)", "no rule uses touches on this view")
    case .tapTab(let tab): return ("T5", "tab \(tab)", "the tap has no effect")
    case .pressTab(let tab): return ("U3", "tab \(tab)", "has no long press, or refuses input")
    case .selectTab(let tab): return ("T6", "tab \(tab)", "the selection has no effect")
    case .orderToggle(let id, _): return ("R10", "toggle \(id)", "the order has no effect")
    case .heldDrags: return ("S3", "session", "lists every active touch; none is cancelled")
    case .animationEnded(let directive, let outcome):
      return (
        "F7", "session", "directive \(directive) is \(wireName(outcome)); no rule waits for it"
      )
    case .assetReady(let asset):
      return ("F10", "slot \(asset.slot)", self.reason(about: asset.slot))
    case .assetFailed(let slot): return ("F10", "slot \(slot)", self.reason(about: slot))
    case .assetLooped(let slot):
      return ("F15", "slot \(slot)", "plays until the second floor closes")
    case .floor: return ("F9", "floor", "the command has no effect")
    case .account(let change): return ("T7", "session", "\(wireName(change)) has no effect")
    case .selectionVerdict(let verdict):
      return ("T5", "tab \(verdict.tab)", "is not waiting for a verdict")
    case .menu: return ("T9", "session", "no menu is open")
    case .badge(let tab, _):
      return self.wiring.badgeTabs.contains(tab)
        ? ("B2", "badge \(tab)", "is unchanged") : ("B2", "tab \(tab)", "has no badge")
    case .navigate: return ("N1", "pages", "the request has no effect")
    case .pageDrag(let drag):
      let finding = self.finding(about: drag)
      return (finding.rule, finding.subject, finding.text)
    case .swiping(let isOn):
      return self.experience.tabBar.transition == nil
        ? ("X7", "pages", "the experience has no interactive tab transition")
        : ("X7", "pages", "swiping is \(isOn ? "on" : "off"); no drag is active")
    case .refreshDone: return ("F13", "session", "no visible refresh is running")
    case .holdExpired(let target): return ("D7", "\(wireName(target))", "no verdict is pending")
    case .contentSize(let source, let size):
      return ("S4", "list \(source)", "the content is \(plain(size.height)) pt high")
    case .listShown(let source, let list):
      return ("S9", "list \(source)", "\(list) is shown; no toggle changes its look")
    case .item(let change): return ("T18", "tab \(change.tab)", "the item is unchanged")
    case .bar(let isHidden):
      return ("T18", "bar", "is \(isHidden ? "hidden" : "visible") already")
    case .move(let experience):
      return ("V1", "session", "continues with version \(experience.digest.prefix(12))")
    case .surface: return ("D5", "session", "the surface is unchanged")
    case .background: return ("S3", "session", "is in the background; drags have ended")
    case .foreground: return ("D5", "session", "is in the foreground")
    }
  }

  private func reason(about slot: String) -> String {
    guard self.experience.floor != nil else { return "the experience has no second floor" }
    return slot == FloorDefinition.assetSlot
      ? "does not change the visible state"
      : "is not used; the second floor uses slot '\(FloorDefinition.assetSlot)'"
  }

  /// Returns the finding about an event that is late (rule S6).
  func findingAboutLateness(of event: InteractionEvent) -> Finding {
    let late = (self.state.now - event.time).microseconds
    return Finding(
      "S6", "session", "the event is \(late) µs before session time; it is applied at session time")
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
        "F13", subject, "pulled \(pulled) pt; a refresh needs \(plain(rule.refreshDistance)) pt")
    }
    if self.state.refreshes[source].isRunning {
      return Finding("F13", subject, "pulled \(pulled) pt; a refresh is already running")
    }
    guard self.isListInteractive, self.isFloorListVisible else {
      return Finding("F13", subject, "is not visible; no refresh")
    }
    return Finding("F13", subject, "pulled \(pulled) pt; the refresh starts")
  }
}
