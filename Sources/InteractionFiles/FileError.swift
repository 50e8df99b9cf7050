import Foundation

/// A file error, described as the operating system does.
@available(InteractionEngine 1.0, *)
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Describes an error of Foundation by its underlying system error, if there is one.
  public init(_ error: any Error) {
    let outer = error as NSError
    let inner = (outer.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? outer
    self.description =
      inner.domain == NSPOSIXErrorDomain
      ? Self.words(Int32(inner.code)) : outer.localizedDescription
  }

  public init(_ description: String) {
    self.description = description
  }

  /// Returns the description of an `errno` value.
  public static func words(_ number: Int32) -> String {
    let words = String(cString: strerror(number))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
