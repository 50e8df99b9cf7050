import InteractionCore

extension AccessibilityTree: CustomStringConvertible {
  /// The tree as text: one line for each node and each action.
  public var description: String {
    self.nodes.flatMap(\.lines).map { "\($0)\n" }.joined()
  }
}

extension AccessibilityNode {
  /// A Boolean value that indicates whether the actions are before the view, not at its start.
  public var isPreceded: Bool { self.role == .list }

  /// The spoken name, with the value.
  public var spokenName: String {
    [self.label, self.value].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  fileprivate var lines: [String] {
    var words = [self.target.path, self.role.rawValue]
    if !self.spokenName.isEmpty { words.append(quoted(self.spokenName)) }
    if self.isSelected { words.append("selected") }
    if self.isDisabled { words.append("disabled") }
    if self.hasLongPress { words.append("long press") }
    if self.isModal { words.append("modal") }
    let line = words.joined(separator: " ")
    let actions = self.actions.map { "action \(quoted($0.label)) \($0.event.words)" }
    return self.isPreceded ? actions + [line] : [line] + actions
  }
}

extension InteractionEvent.Kind {
  fileprivate var words: String {
    switch self {
    case .floor(let command): "floor \(command)"
    case .navigate(let request): "navigate \(request.operation)"
    default: "\(self)"
    }
  }
}

private func quoted(_ text: String) -> String {
  let escaped = text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }
  return "\"\(escaped.joined())\""
}
