package import InteractionVariants
import Synchronization

/// The kill switches of an engine, by experience. A variant is off if any source switches it off.
@available(InteractionEngine 1.0, *)
package final class KillSwitches: Sendable {
  /// The source of a switch.
  package enum Source: CaseIterable, Hashable, Sendable {
    /// The fleet's store.
    case store
    /// The file of `--kill-switches`.
    case file
    /// The inspector.
    case inspector
  }

  private let switches = Mutex<[Source: [String: KillSwitch]]>([:])

  package init() {}

  /// Returns the switch of an experience.
  package func of(_ experience: String) -> KillSwitch {
    self.switches.withLock { switches in
      switches.values.reduce(.lifted) { all, some in all.union(some[experience] ?? .lifted) }
    }
  }

  /// Replaces all switches of a source. Returns the experiences whose switch has changed.
  package func replace(_ new: [String: KillSwitch], of source: Source) -> [String] {
    self.switches.withLock { switches in
      let old = switches.updateValue(new, forKey: source) ?? [:]
      return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }
  }

  /// Changes the inspector's switch of an experience.
  package func set(_ change: (KillSwitch) -> KillSwitch, of experience: String) {
    self.switches.withLock { switches in
      let old = switches[.inspector]?[experience] ?? .lifted
      switches[.inspector, default: [:]][experience] = change(old)
    }
  }
}
