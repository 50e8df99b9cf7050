import Foundation

extension OptionSource {
  /// Reads variables such as `INTERACTION_CHECKPOINT_KEYS`; commas separate list elements.
  init(environment: [String: String], prefix: String) {
    var values: [String: OptionValue] = [:]
    for (variable, value) in environment
    where variable.hasPrefix("\(prefix)_") && !Self.isServiceLink(variable, value) {
      let name = String(variable.dropFirst(prefix.count + 1))
      // Only a name in capitals can be an option; others are reported unchanged.
      let isOption = name == name.uppercased()
      let option = isOption ? String(name.lowercased().map { $0 == "_" ? "-" : $0 }) : name
      values[option] = OptionValue(variable: value)
    }
    values["config"] = nil
    self.init(
      names: values.keys.sorted(),
      label: { option in
        guard option == option.lowercased() else { return "\(prefix)_\(option)" }
        return "\(prefix)_" + String(option.uppercased().map { $0 == "-" ? "_" : $0 })
      },
      values: values)
  }

  /// Returns whether Kubernetes has set this variable for a service whose name has our prefix.
  private static func isServiceLink(_ variable: String, _ value: String) -> Bool {
    value.contains(/^(tcp|udp|sctp):\/\//)
      || variable.contains(/_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/)
  }
}

extension OptionValue {
  fileprivate init(variable: String) {
    switch variable.lowercased() {
    case "true", "yes", "1": self.isSet = true
    case "false", "no", "0": self.isSet = false
    default: break
    }
    self.text = variable
    self.list = variable.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
