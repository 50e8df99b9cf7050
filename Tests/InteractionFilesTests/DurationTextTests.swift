import InteractionFiles
import Testing

@Suite("Times as text")
struct DurationTextTests {
  @Test(
    "Each unit is read and written",
    arguments: [
      ("400ms", .milliseconds(400), "400ms"), ("90s", .seconds(90), "90s"),
      ("1.5m", .seconds(90), "90s"), ("1h", .seconds(3_600), "1h"), ("5m", .seconds(300), "5m"),
      ("500us", .microseconds(500), "500us"), ("0.5ms", .microseconds(500), "500us"),
      ("24h", .seconds(86_400), "24h"), ("60000ms", .seconds(60), "1m"), ("0s", .zero, "0s"),
      ("1e2ms", .milliseconds(100), "100ms"),
    ] as [(String, Duration, String)])
  func units(text: String, time: Duration, written: String) {
    #expect(Duration(text) == time)
    #expect(time.text == written)
  }

  @Test("A number alone has the unit of its place, or is none")
  func numberAlone() {
    #expect(Duration("30", unit: .seconds(1)) == .seconds(30))
    #expect(Duration("0.5", unit: .seconds(1)) == .milliseconds(500))
    #expect(Duration("20", unit: .milliseconds(1)) == .milliseconds(20))
    #expect(Duration("20s", unit: .milliseconds(1)) == .seconds(20))
    #expect(Duration("30") == nil)
  }

  @Test(
    "Others are none",
    arguments: [
      "", "s", "-1s", "-1", "nan", "nans", "inf", "1e308h", "1e308", "5 m", "5d", "1h30m",
    ])
  func none(text: String) {
    #expect(Duration(text, unit: .seconds(1)) == nil)
  }
}
