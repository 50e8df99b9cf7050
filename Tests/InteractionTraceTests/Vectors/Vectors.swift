import InteractionCore

extension Vector {
  /// V1 to V14 of the rules page.
  static let all: [Vector] = [
    Vector("V1", literal: ["rocket@464"], refined: ["rocket@464"]) {
      $0.began(0)
      $0.moved(from: 8, to: 464, by: 8)
    },
    Vector("V2", literal: [], refined: []) {
      $0.began(0)
      $0.moved(from: 8, to: 456, by: 8)
      $0.settled()
    },
    Vector("V3", literal: ["logo@0"], refined: ["rocket@460"]) {
      $0.began(0)
      $0.moved(from: 0, to: 990, by: 10)
    },
    Vector("V4", literal: ["logo@99"], refined: ["rocket@460"]) {
      $0.began(100)
      $0.moved([99])
      $0.moved(from: 110, to: 990, by: 10)
    },
    Vector("V5", look: .above, literal: ["rocket@1001"], refined: ["logo@450"]) {
      $0.began(1000)
      $0.moved([1001])
      $0.moved(from: 990, to: 0, by: -10)
    },
    Vector("V6", look: .above, literal: ["logo@450"], refined: ["logo@450"]) {
      $0.began(1000)
      $0.moved(from: 990, to: 0, by: -10)
    },
    Vector("V7", literal: ["rocket@460"], refined: ["rocket@460", "logo@settled"]) {
      $0.began(0)
      $0.moved(from: 10, to: 790, by: 10)
      $0.moved(from: 780, to: 0, by: -10)
      $0.ended()
      $0.settled()
    },
    Vector("V8", look: .above, literal: [], refined: ["logo@programmaticEnded"]) {
      $0.programmatic(from: 900, to: 0, by: -90)
    },
    Vector("V9", literal: ["logo@-5"], refined: []) {
      $0.began(0)
      $0.moved(from: -5, to: -145, by: -5)
    },
    Vector("V10", literal: ["rocket@510"], refined: ["rocket@began"]) {
      $0.began(500)
      $0.moved(from: 510, to: 890, by: 10)
      $0.moved(from: 880, to: 600, by: -10)
    },
    Vector("V11", literal: ["rocket@460", "logo@455"], refined: ["rocket@460", "logo@455"]) {
      $0.began(0)
      $0.moved(from: 10, to: 470, by: 10)
      $0.ended()
      $0.settled()
      $0.began(470)
      $0.moved([460, 455, 450])
    },
    Vector("V12", literal: [], refined: []) {
      $0.source = .init("feed")
      $0.began(0)
      $0.moved(from: 10, to: 900, by: 10)
      $0.ended()
      $0.settled()
    },
    Vector("V13", literal: ["rocket@500"], refined: ["rocket@500"]) {
      $0.began(0)
      $0.moved([300])
      $0.ended(1500)
      $0.decelerating([500, 700, 900, 1000, 1048])
      $0.settled()
    },
    Vector(
      "V14", look: .above, literal: ["logo@450"], refined: ["logo@programmaticEnded"]
    ) {
      $0.began(900)
      $0.moved(from: 890, to: 850, by: -10)
      $0.settled()
      $0.programmatic(from: 800, to: 0, by: -50)
    },
  ]
}
