public import ArgumentParser

/// Where a command's other options are.
public struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File of further options, YAML or JSON, under their names here.", valueName: "file"))
  var config: String?

  public init() {}
}
