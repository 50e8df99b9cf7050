import GRPCCore
import InteractionCore
import InteractionService
import InteractionStream
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("The headers and trailers of a response")
struct ResponseHeadersTests {
  @Test("OK is nothing but the status")
  func good() {
    #expect(HPACKHeaders(status: .ok, isOnly: false) == ["grpc-status": "0"])
    let only = HPACKHeaders(status: .ok, isOnly: true)
    #expect(only == [":status": "200", "content-type": "application/grpc", "grpc-status": "0"])
  }

  @Test("an error has code, message and details")
  func bad() throws {
    let error = StreamError(.unknownExperience, "no 100 % of 'née'\n")
    let trailers = HPACKHeaders(status: CallStatus(error), isOnly: false)
    #expect(trailers.first(name: "grpc-status") == "5")
    #expect(trailers.first(name: "grpc-message") == "no 100 %25 of 'n%C3%A9e'%0A")
    let details = error.rpcErrorMetadata["grpc-status-details-bin"].first { _ in true }
    #expect(trailers.first(name: "grpc-status-details-bin") == details?.encoded())
    #expect(details != nil)
  }

  @Test("metadata has lowercase names, and binary values in Base64", arguments: [true, false])
  func metadata(areTrailers: Bool) {
    var metadata: Metadata = ["Key": "a"]
    metadata.addString("b", forKey: "KEY")
    metadata.addBinary([1, 2], forKey: "key-bin")
    let headers =
      areTrailers
      ? HPACKHeaders(
        status: CallStatus(code: .ok, message: "", metadata: metadata), isOnly: false)
      : HPACKHeaders(answer: metadata)
    #expect(headers["key"] == ["a", "b"])
    #expect(headers["key-bin"] == ["AQI="])
    #expect(headers.allSatisfy { $0.name == $0.name.lowercased() })
    #expect((headers.first(name: ":status") == "200") == !areTrailers)
  }
}
