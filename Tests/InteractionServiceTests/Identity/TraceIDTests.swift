import GRPCCore
import Testing

@testable import InteractionService

@Suite("The trace that traceparent names")
struct TraceIDTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let parent = "b7ad6b7169203331"

  @Test(
    "version 00, and later ones as far as they are known",
    arguments: ["00-T-P-00", "00-T-P-01", "00-T-P-ff", "01-T-P-01", "cc-T-P-01-more", "01-T-P-01-"])
  func good(form: String) {
    #expect(TraceID(traceparent: [Self.header(form)])?.text == Self.trace)
  }

  @Test(
    "everything else is no trace",
    arguments: [
      "", "-", "00", "00-T-P", "00-T-P-", "00-T-P-1", "00-T-P-001", "00-T-P-01-", "00-T-P-01-more",
      "01-T-P-01more", "ff-T-P-01", "FF-T-P-01", "0-T-P-01", "000-T-P-01", "00_T-P-01", "00-T_P-01",
      "00-T-P_01", "00-P-T-01", "00-TT-P-01", " 00-T-P-01", "00-T-P-01 ", "00-T-P-0g", "00-T-P-0A",
      "0x-T-P-01", "00-0af7651916cd43dd8448eb211c80319C-P-01",
      "00-0af7651916cd43dd8448eb211c8031é-P-01", "00-T-b7ad6b716920333 -01",
      "00-00000000000000000000000000000000-P-01", "00-T-0000000000000000-01",
    ])
  func bad(form: String) {
    #expect(TraceID(traceparent: [Self.header(form)]) == nil)
  }

  @Test("a call has one or none")
  func count() {
    let header = Self.header("00-T-P-01")
    #expect(TraceID(traceparent: []) == nil)
    #expect(TraceID(traceparent: [header, header]) == nil)
    var metadata: Metadata = ["traceparent": "\(header)"]
    #expect(TraceID(metadata)?.text == Self.trace)
    metadata.addString(header, forKey: "traceparent")
    #expect(TraceID(metadata) == nil)
  }

  /// Returns a header with the trace ID for T and the parent ID for P.
  private static func header(_ form: String) -> String {
    form.replacing("T", with: Self.trace).replacing("P", with: Self.parent)
  }
}
