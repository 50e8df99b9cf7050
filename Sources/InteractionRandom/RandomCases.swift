import Foundation

/// Random cases of tests: a part of them, or all if `INTERACTION_LONG` is set.
public enum RandomCases {
  /// True while every case is wanted, however long that takes.
  public static let areAll = ProcessInfo.processInfo.environment["INTERACTION_LONG"] != nil

  /// Returns the number of cases to try, out of `all`.
  public static func count(_ some: Int, of all: Int) -> Int {
    self.areAll ? all : some
  }
}
