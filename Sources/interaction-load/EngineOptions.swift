import ArgumentParser

/// Options for engines that a command starts.
struct EngineOptions: ParsableArguments {
  @Option(
    name: .customLong("engine-option"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An option for the --engine, such as --engine-option=--tls-key=key.pem. May be repeated.",
      valueName: "option"))
  var arguments: [String] = []
}
