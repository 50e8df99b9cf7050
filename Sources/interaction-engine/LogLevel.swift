import ArgumentParser
import Logging

/// The log levels, with their names in the log.
enum LogLevel: String, CaseIterable, ExpressibleByArgument {
  case trace
  case debug
  case info
  case notice
  case warning
  case error
  case critical

  var level: Logger.Level { Logger.Level(rawValue: self.rawValue) ?? .info }
}
