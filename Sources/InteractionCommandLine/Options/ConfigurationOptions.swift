public import ArgumentParser

/// The options that name a file of further options, or print the options.
public struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Configuration file with further options by name, YAML or JSON.", valueName: "file"))
  var config: String?

  @Flag(
    help:
      "Print the effective options as a file for --config, with the source of each, and exit."
  )
  var printConfig = false

  public init() {}
}
