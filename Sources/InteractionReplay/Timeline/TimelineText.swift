import Foundation
public import InteractionCore
import InteractionTrace
import InteractionWire
import SwiftProtobuf

/// Events and directives as text, for a readable timeline.
public enum TimelineText {
  /// Returns the time since `start` in seconds, right-aligned: `   1.250 s`.
  public static func time(_ instant: Instant, since start: Instant) -> String {
    String(format: "%9.3f s", (instant - start).seconds)
  }

  /// Returns the line of an event.
  public static func line(_ event: InteractionEvent, since start: Instant) -> String {
    "\(Self.time(event.time, since: start))  > \(Self.words(event.kind))"
  }

  /// Returns the line of a directive at the time of its cause.
  public static func line(_ directive: Directive, since start: Instant) -> String {
    let cause =
      switch directive.cause {
      case .event(let sequence): "event \(sequence)"
      case .deadline(let name): "deadline \(name)"
      case .command(let id): "command \(id)"
      case .unknown: "unknown cause"
      }
    return "\(Self.time(directive.at, since: start))  < #\(directive.sequence)"
      + " \(Self.words(directive)) (\(cause))"
  }

  /// Returns the directive as indented JSON, one field per line, to find a small difference.
  public static func fields(of directive: Directive) -> [String] {
    guard let json = try? directive.proto.jsonUTF8Data(),
      let object = try? JSONSerialization.jsonObject(with: json),
      let pretty = try? JSONSerialization.data(
        withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    else { return [] }
    return String(decoding: pretty, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns an event as text.
  public static func words(_ kind: InteractionEvent.Kind) -> String {
    switch kind {
    case .scroll(let scroll):
      var words = "\(scroll.source) \(scroll.phase.word) y=\(Self.number(scroll.y))"
      if let velocity = scroll.velocity { words += " v=\(Self.number(velocity)) pt/s" }
      return words
    default:
      return kind.words
    }
  }

  /// Returns a directive as text.
  public static func words(_ directive: Directive) -> String {
    let settings = directive.settings
    if directive.replacesAll { return "snapshot of \(settings.count) settings" }
    if !directive.effects.isEmpty {
      return directive.effects.map { Self.words($0, with: settings) }.joined(separator: ", ")
    }
    let way = directive.timeline.map { " over \(Self.seconds($0.duration)) (\(Self.words($0)))" }
    if let change = directive.pageChange {
      return "\(change.operation.word) \(change.route) with \(change.style.word)\(way ?? "")"
    }
    // Without a previous selection only the launch has an animation.
    if case .selection(let selection)? = settings.first?.state,
      selection.previous != nil || way != nil
    {
      let from = selection.previous.map { "\($0) → " } ?? ""
      return "select tab \(from)\(selection.selected) by \(selection.origin.word)\(way ?? "")"
    }
    // After another setting, a selection only sets how items react meanwhile (rule T14).
    let told = settings.enumerated().filter { $0.offset == 0 || $0.element.aspect != .selection }
    let what = told.map { Self.words($0.element) }.joined(separator: ", ")
    if let way { return "animate \(settings.isEmpty ? "without a change" : what)\(way)" }
    return settings.isEmpty ? "nothing" : "set \(what)"
  }

  /// Returns a directive as text without the numbers that vary from session to session, such as
  /// generations and offsets.
  package static func outline(_ directive: Directive) -> String {
    let text = Self.words(directive)
      .replacing(#/ \[\d+\]/#, with: "")
      .replacing(#/ to -?[\d.]+( at once)?$/#, with: "")
      .replacing(#/(transition|navigation) \d+/#) { "\($0.1)" }
    return text.count > 160 ? text.prefix(159) + "…" : text
  }

  private static func words(_ effect: Effect, with settings: [Setting]) -> String {
    switch effect {
    case .scrollList(let source, let y, let animated):
      return "scroll \(source) to \(Self.number(y))\(animated ? "" : " at once")"
    case .scrollCarousel(let source, let item, let x, let animated):
      return "scroll \(source) to item \(item) at x=\(Self.number(x))\(animated ? "" : " at once")"
    case .refresh(let source):
      return "refresh \(source)"
    case .presentMenu(let tab):
      let press = settings.first { $0.aspect == .press }
      return "present menu" + (press.map { ", \(Self.words($0))" } ?? " of tab \(tab)")
    case .requestLogin(let tab):
      return "request login for tab \(tab)"
    case .askSelection(let tab):
      return "ask whether tab \(tab) may be selected"
    case .animationFile(let media):
      return "\(media.operation.word) \(media.name) on \(media.target.path)"
    case .haptic(let haptic):
      return "haptic \(haptic.word)"
    case .sound(let name):
      return "sound \(name)"
    case .announce(let text, let interrupts):
      return "announce '\(text)'\(interrupts ? ", interrupting" : "")"
    case .tabAction(let action):
      return "perform \(action.kind.word) '\(action.value)' of tab \(action.tab)"
    case .refusal(let refusal):
      return "refuse \(Self.words(refusal.request)): \(refusal.reason.word)"
    }
  }

  private static func words(_ setting: Setting) -> String {
    let what =
      switch setting.state {
      case .toggle(let toggle): "\(toggle.id) = \(toggle.name)"
      case .selection(let selection): "selection = \(selection.selected)"
      case .floor(let floor): "floor = \(floor.isOff ? "off" : floor.phase.word)"
      case .floorLayout(let layout): "floor layout, image \(layout.isReady ? "ready" : "not ready")"
      case .links(let links): links.isEmpty ? "links = off" : "links = on"
      case .badge(let badge):
        "badge \(badge.tab) = "
          + (badge.isShown ? "\(badge.style.word) '\(badge.text)'" : "not shown")
      case .gate(let gate):
        "gate = \(gate.isSignedIn ? "signed in" : "signed out")"
          + (gate.pendingTab.map { ", tab \($0) waits" } ?? "")
      case .press(let press):
        "press \(press.phase.word)\(press.menu.isEmpty ? "" : " with \(press.menu.count) entries")"
      case .transition(let transition):
        "transition \(transition.number) = \(Self.words(transition.phase))"
      case .navigation(let navigation):
        "navigation \(navigation.number) = \(Self.words(navigation.phase)),"
          + " \(navigation.pages.count) pages"
      case .refresh(let refresh): refresh.isRefreshing ? "refreshing" : "refreshed"
      case .unknown(let kind): "setting of kind \(kind)"
      default: setting.state.label
      }
    return "\(what) [\(setting.generation)]"
  }

  private static func words(_ phase: TransitionState.Phase) -> String {
    switch phase {
    case .idle(let outcome): outcome?.word ?? "idle"
    case .running: "running"
    case .interactive: "interactive"
    }
  }

  private static func words(_ phase: NavigationState.Phase) -> String {
    switch phase {
    case .idle(let outcome): outcome?.word ?? "idle"
    case .running: "running"
    case .interactive: "interactive"
    }
  }

  private static func words(_ timeline: Timeline) -> String {
    timeline.tracks.map { "\($0.target.path) \($0.property.word)" }.joined(separator: ", ")
  }

  private static func words(_ request: Refusal.Request) -> String {
    switch request {
    case .selectTab(let index): "tab \(index)"
    case .floor(let command): "floor \(command.word)"
    case .navigate(let operation): operation.word
    }
  }

  private static func seconds(_ span: TimeSpan) -> String {
    "\(Self.number(span.seconds)) s"
  }

  /// Returns a number with at most two decimals, without trailing zeros.
  public static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e9
      ? String(Int(rounded)) : String(rounded)
  }
}
