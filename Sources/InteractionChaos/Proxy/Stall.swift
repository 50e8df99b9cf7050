/// What happens to the bytes of a direction in which nothing is forwarded.
///
/// Either way the end of the stream, by FIN or RST, is kept back as well, and is told on
/// resumption.
package enum Stall: String, Hashable, Sendable, CaseIterable {
  /// They are not read any more, so that TCP holds the sender back; nothing is lost.
  case holding
  /// They are read and dropped, so that the sender notices nothing. A stream that goes on after
  /// that has a gap.
  case swallowing
}
