/// An error with a message for the user; the program exits with code 1.
struct UserFacingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
