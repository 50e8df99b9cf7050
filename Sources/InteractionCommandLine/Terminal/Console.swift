import Foundation
import InteractionFiles

/// Standard output and standard error for programs whose reader may go away at any time. Characters
/// that are not visible are escaped, whoever wrote them: a server's message changes no terminal.
public enum Console {
  /// Whether standard error is a terminal.
  public static let isWatched = isatty(STDERR_FILENO) == 1

  /// Whether standard output is a terminal, where lines can be written over.
  public static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// How many columns the terminal of standard output has; 80 if it does not say.
  public static var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Writes lines to a terminal, over the last `count` ones.
  public static func lines(_ lines: [String], over count: Int) {
    let up = count > 0 ? "\u{1B}[\(count)A" : ""
    Self.write(
      up + lines.map { "\r\u{1B}[K" + $0.printable + "\n" }.joined(), to: .standardOutput)
  }

  /// Writes a line, or several, to standard output at once.
  public static func line(_ text: String) {
    Self.write(text.printableLines + "\n", to: .standardOutput)
  }

  /// Writes a line, or several, to standard error.
  public static func complain(_ text: String) {
    Self.write(text.printableLines + "\n", to: .standardError)
  }

  /// Writes over the last line of standard error, if it is a terminal; empty clears it.
  static func status(_ text: String) {
    guard Self.isWatched else { return }
    Self.write("\r\u{1B}[K" + text.printable, to: .standardError)
  }

  /// A reader that is gone, such as `head`, wants no more: the program ends as if by SIGPIPE.
  private static func write(_ text: String, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      exit(128 + SIGPIPE)
    }
  }
}
