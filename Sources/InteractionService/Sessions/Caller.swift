import Foundation
import InteractionWire

/// Who is at the other end of a call, as far as that was proven.
struct Caller: Hashable, Sendable {
  /// Whoever it is: nothing had to be proven.
  static let anybody = Caller(user: nil, expires: nil)

  /// The proven user; nil if nothing had to be proven.
  var user: String?
  /// When the proof stops being good; nil if it never does.
  var expires: Date?

  /// Makes an opening the caller's own.
  ///
  /// - Throws: If it says that it is somebody else's.
  func claim(_ open: inout OpenFrame) throws(StreamError) {
    guard let user = self.user else { return }
    guard open.user.isEmpty || open.user == user else {
      throw StreamError(
        .roleMissing, "open.user is not the user that the token names; leave it empty")
    }
    open.user = user
  }
}
