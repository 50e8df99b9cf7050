public import ArgumentParser
public import InteractionChaos

extension SlowLink: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}
