import Foundation
import InteractionFiles

/// Standard output and standard error, for programs whose reader may exit at any time. Invisible
/// characters are escaped, so that no text, such as a server's message, can control the terminal.
public enum Console {
  /// True if standard error is a terminal.
  public static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  /// True if standard output is a terminal, where lines can be overwritten.
  public static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// The columns of standard output's terminal; 80 if unknown.
  public static var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Writes lines to a terminal over the last `count` lines.
  public static func lines(_ lines: [String], over count: Int) {
    let up = count > 0 ? "\u{1B}[\(count)A" : ""
    Self.write(
      up + lines.map { "\r\u{1B}[K" + $0.printable + "\n" }.joined(), to: .standardOutput)
  }

  /// Writes one or more lines to standard output.
  public static func line(_ text: String) {
    Self.write(text.printableLines + "\n", to: .standardOutput)
  }

  /// Writes one or more lines to standard error.
  public static func error(_ text: String) {
    Self.write(text.printableLines + "\n", to: .standardError)
  }

  /// Overwrites the current line of standard error, if it is a terminal; an empty text clears it.
  static func status(_ text: String) {
    guard Self.isErrorTerminal else { return }
    Self.write("\r\u{1B}[K" + text.printable, to: .standardError)
  }

  /// Writes text. If the reader has exited, as `head` does, exits with the status of SIGPIPE.
  private static func write(_ text: String, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      exit(128 + SIGPIPE)
    }
  }
}
