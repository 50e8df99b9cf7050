/// Why a session could not go on where it was, and began anew with what its client showed.
public enum RestartReason: String, Error, Hashable, CaseIterable {
  /// The checkpoint's token is not one, or has been changed.
  case invalidToken = "INVALID_TOKEN"
  /// It was sealed with a key that the server does not have, or no longer.
  case unknownKey = "UNKNOWN_KEY"
  /// It is too old.
  case expired = "EXPIRED"
  /// The server does not have the version of the experience that the session ran with.
  case unknownExperience = "UNKNOWN_EXPERIENCE"
  /// The client no longer had all events since the checkpoint.
  case eventsMissing = "EVENTS_MISSING"
  /// The client had not applied all directives up to the checkpoint.
  case directivesMissing = "DIRECTIVES_MISSING"
  /// It holds what only a newer server knows.
  case newerState = "NEWER_STATE"
}
