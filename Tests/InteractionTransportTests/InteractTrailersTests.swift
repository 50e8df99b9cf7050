import GRPCCore
import InteractionService
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("How a call ends that is served on the event loop")
struct InteractTrailersTests {
  @Test("well: with nothing but the status")
  func good() {
    #expect(HPACKHeaders(ending: nil, isOnly: false) == ["grpc-status": "0"])
    let only = HPACKHeaders(ending: nil, isOnly: true)
    #expect(only == [":status": "200", "content-type": "application/grpc", "grpc-status": "0"])
  }

  @Test("with an error: code, message and details")
  func bad() throws {
    let error = StreamError(.unknownExperience, "no 100 % of 'née'\n")
    let trailers = HPACKHeaders(ending: error, isOnly: false)
    #expect(trailers.first(name: "grpc-status") == "5")
    #expect(trailers.first(name: "grpc-message") == "no 100 %25 of 'n%C3%A9e'%0A")
    let details = error.rpcErrorMetadata["grpc-status-details-bin"].first { _ in true }
    #expect(trailers.first(name: "grpc-status-details-bin") == details?.encoded())
    #expect(details != nil)
  }
}
