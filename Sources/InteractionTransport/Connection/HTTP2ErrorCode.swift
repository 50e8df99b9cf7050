/// An HTTP/2 error code (RFC 9113 §7).
package enum HTTP2ErrorCode: UInt32 {
  case noError = 0
  case protocolError = 1
  case internalError = 2
  case flowControlError = 3
  case settingsTimeout = 4
  case streamClosed = 5
  case frameSizeError = 6
  case refusedStream = 7
  case cancel = 8
  case compressionError = 9
  case connectError = 0xA
  case enhanceYourCalm = 0xB
  case inadequateSecurity = 0xC
  case http11Required = 0xD
}
