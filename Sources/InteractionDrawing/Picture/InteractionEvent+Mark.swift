import InteractionCore
import InteractionTrace
import InteractionWire

extension InteractionEvent.Kind {
  /// The label of the event; nil for events without one, or that are drawn as movements.
  var mark: String? {
    switch self {
    case .open, .scroll, .pointer, .pageDrag, .tick, .serverTick, .heldDrags, .animationEnded,
      .assetLooped, .contentSize:
      nil
    case .tapTab(let index): "tap \(index)"
    case .selectTab(let index): "select \(index)"
    case .pressTab(let index): "press \(index)"
    case .orderToggle(let id, let look): "order \(id) \(look.word)"
    case .assetReady: "image ready"
    case .assetFailed: "no image"
    case .account(let change): TextMetrics.words(change)
    case .selectionVerdict(let verdict):
      "tab \(verdict.tab) \(verdict.isAllowed ? "allowed" : "vetoed")"
    case .menu(.chosen(let entry)): "choose \(entry)"
    case .menu(.dismissed): "dismiss menu"
    case .badge(let tab, let operation): "badge \(tab) \(operation.mark)"
    case .navigate(let request):
      TextMetrics.words(request.operation)
        + (request.style.map { " \(TextMetrics.words($0))" } ?? "")
    case .swiping(let isOn): "swiping \(isOn ? "on" : "off")"
    case .holdExpired(let target): "hold expired: \(target.word)"
    case .surface(let surface):
      "surface \(TextMetrics.number(surface.viewport.width))"
        + " × \(TextMetrics.number(surface.viewport.height))"
    default: self.words
    }
  }
}

extension BadgeOperation {
  fileprivate var mark: String {
    switch self {
    case .set(let content): "= \(content.mark)"
    case .setText(let text): "= '\(text)'"
    case .increase(let amount): "+ \(TextMetrics.number(Double(amount)))"
    case .decrease(let amount): "− \(TextMetrics.number(Double(amount)))"
    case .clear: "clear"
    case .hide: "hide"
    case .show: "show"
    case .move: "move"
    case .resize: "resize"
    case .animate(let animation): TextMetrics.words(animation)
    }
  }
}

extension BadgeContent {
  fileprivate var mark: String {
    switch self {
    case .dot: "dot"
    case .number(let count, _): "\(count)"
    case .text(let text): "'\(text)'"
    case .new: "new"
    }
  }
}
