import Foundation

/// Why a file cannot be read or written, in the words of the operating system.
@available(InteractionEngine 1.0, *)
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// What Foundation's error is about: beneath its domain and number there is the system's own.
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

  /// What an error number of the system means.
  public static func words(_ number: Int32) -> String {
    let words = String(cString: strerror(number))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
