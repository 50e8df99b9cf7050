import Configuration

extension OptionSource {
  /// Variables such as `INTERACTION_CHECKPOINT_KEYS`; commas divide a list.
  init(environment: [String: String], prefix: String) {
    let names = environment.compactMap { variable, value -> String? in
      guard variable.hasPrefix("\(prefix)_"), !Self.isServiceLink(variable, value) else {
        return nil
      }
      let name = String(variable.dropFirst(prefix.count + 1))
      // One that is not all capitals is left as it is, and so is no option's.
      guard name == name.uppercased() else { return name }
      return String(name.lowercased().map { $0 == "_" ? "-" : $0 })
    }
    self.init(
      names: names.filter { $0 != "config" }.sorted(),
      label: { option in
        guard option == option.lowercased() else { return "\(prefix)_\(option)" }
        return "\(prefix)_" + String(option.uppercased().map { $0 == "-" ? "_" : $0 })
      },
      path: { [prefix, $0] },
      values: EnvironmentVariablesProvider(environmentVariables: environment).snapshot())
  }

  /// Whether Kubernetes has set this variable, for a service whose name begins like ours.
  private static func isServiceLink(_ variable: String, _ value: String) -> Bool {
    value.contains(/^(tcp|udp|sctp):\/\//)
      || variable.contains(/_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/)
  }
}
