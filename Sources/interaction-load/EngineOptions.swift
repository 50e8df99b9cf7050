import ArgumentParser

/// Options for engines that a command starts.
struct EngineOptions: ParsableArguments {
  @Option(
    name: .customLong("engine-option"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Option of --engine, such as --engine-option=--tls-key=key.pem. May be repeated.",
      valueName: "option"))
  var arguments: [String] = []
}
