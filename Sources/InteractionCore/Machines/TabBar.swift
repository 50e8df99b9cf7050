/// Which tab is selected (rules T5, T6).
package struct TabBar: Hashable, Sendable {
  /// What a request came to.
  package enum Decision: Hashable, Sendable {
    /// Another tab is to be selected.
    case select(index: Int)
    /// The selected tab was asked for again.
    case reselect(index: Int)
    /// Nothing changes, for this reason.
    case refuse(Refusal.Reason)
  }

  /// The selected tab.
  package var selected: Int

  package init(selected: Int = 0) {
    self.selected = selected
  }

  /// Judges a request in the order of rule T5: is it enabled, may it be selected, is it another?
  package func decide(_ index: Int, in definition: TabBarDefinition) -> Decision {
    guard definition.items.indices.contains(index), definition.items[index].isEnabled else {
      return .refuse(.disabled)
    }
    return index == self.selected ? .reselect(index: index) : .select(index: index)
  }
}
