public import ArgumentParser

/// The options that name a file of further options, or print the options.
public struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File of further options, YAML or JSON, under their names here.", valueName: "file"))
  var config: String?

  @Flag(
    help:
      "Print the options in force, as a file for --config, and where each comes from; do nothing else."
  )
  var printConfig = false

  public init() {}
}
