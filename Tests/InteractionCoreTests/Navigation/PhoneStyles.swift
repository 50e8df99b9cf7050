import InteractionCore

/// The animations of the styles of rules N1 and N4 on a 375 × 812 pt screen, calculated by hand.
///
/// Under each style and its duration in ms: the animated property, and its value at the start,
/// after half of the time, and at the end. The key view is 60 × 60 at (20, 300); if it travels, it
/// ends as 120 × 120 at (40, 100). A sheet shows 300 pt.
enum PhoneStyles {
  static let stage = NavigationGeometry(
    surface: Surface(viewport: Size(width: 375, height: 812), scale: 3),
    keyFrame: Rect(x: 20, y: 300, width: 60, height: 60),
    zoomFrame: Rect(x: 40, y: 100, width: 120, height: 120), sheetHeight: 300)

  static let there = StyleTable(
    """
    window 250
      window          translateX             375  118.2588047            0
      window/snapshot centerX             -187.5    5.0558965        93.75
      window/snapshot screenCenterX        187.5  123.3147012        93.75
      window/snapshot centerY                406          406          406
    spring 750
      page/outgoing   translateX               0 -395.6511409         -385
      page/incoming   translateX             385  -10.6511409            0
    fade 300
      page/incoming   opacity                  0          0.5            1
    standard 300
      page/outgoing   translateX               0        -62.5         -125
      page/incoming   translateX             375        187.5            0
      page/incoming   shadowOpacity          0.3          0.3          0.3
      page/incoming   shadowOffsetX           -3           -3           -3
      page/incoming   shadowOffsetY            0            0            0
      page/incoming   shadowRadius             5            5            5
    slide 300
      page/outgoing   translateX               0       -187.5         -375
      page/incoming   translateX             375        187.5            0
    page 600
      page/outgoing   translateZ               0        -17.5          -35
      page/mask       opacity                  0         0.15          0.3
      page/incoming   translateX             375        187.5            0
      page/incoming   shadowOpacity          0.5          0.5          0.5
      page/incoming   shadowOffsetX           -3           -3           -3
      page/incoming   shadowOffsetY            0            0            0
      page/incoming   shadowRadius             5            5            5
    omni 300
      page/upper      translateY               0         -180         -360
      page/lower      translateY               0          226          452
    keyMove 300
      page/key        centerY                330          180           30
      page/fill       opacity                  0          0.5            1
    zoomTo 600
      page/key        scale                    1            1            1
      page/key        scaleX                   1    1.1291619            2
      page/key        scaleY                   1    1.1291619            2
      page/key        centerX                 50   56.4580966          100
      page/key        centerY                330  308.0424717          160
      page/outgoing   translateX               0  -48.4357241         -375
      page/incoming   translateX             375  326.5642759            0
    twitter 300
      page/outgoing   rotationX                0    0.0327249    0.0654498
      page/incoming   translateY             812          406            0
    popTip 300
      page/incoming   translateY             812  546.9080525          512
      page/mask       opacity                  0         0.15          0.3
    flip 600
      page/incoming   rotationY        1.5707963    0.7853982            0
      page/blur       opacity                  1            1            1
    elevate 500
      page/incoming   maskWidth               60  611.3338112 1162.6676223
      page/incoming   maskHeight              60  611.3338112 1162.6676223
      page/key        centerX                 50           75          100
      page/key        centerY                330          245          160
    scan 300
      page/outgoing   translateY               0          406          812
      page/incoming   translateY    -270.6666667 -135.3333333            0
      page/outgoing   shadowOpacity          0.5          0.5          0.5
      page/outgoing   shadowOffsetX            0            0            0
      page/outgoing   shadowOffsetY           -1           -1           -1
      page/outgoing   shadowRadius             3            3            3
    """)

  static let back = StyleTable(
    """
    window 250
      window          translateX          -93.75  -29.5647012            0
      window/snapshot centerX             281.25  473.8058965        562.5
      window/snapshot screenCenterX        187.5  444.2411953        562.5
      window/snapshot centerY                406          406          406
    spring 750
      page/outgoing   translateX               0  395.6511409          385
      page/incoming   translateX            -385   10.6511409            0
    fade 300
      page/outgoing   opacity                  1          0.5            0
    standard 300
      page/outgoing   translateX               0        187.5          375
      page/incoming   translateX            -125        -62.5            0
      page/outgoing   shadowOpacity          0.3          0.3          0.3
      page/outgoing   shadowOffsetX           -3           -3           -3
      page/outgoing   shadowOffsetY            0            0            0
      page/outgoing   shadowRadius             5            5            5
    slide 300
      page/outgoing   translateX               0        187.5          375
      page/incoming   translateX            -375       -187.5            0
    page 600
      page/incoming   translateZ             -35        -17.5            0
      page/mask       opacity                0.3         0.15            0
      page/outgoing   translateX               0        187.5          375
      page/outgoing   shadowOpacity          0.5          0.5          0.5
      page/outgoing   shadowOffsetX           -3           -3           -3
      page/outgoing   shadowOffsetY            0            0            0
      page/outgoing   shadowRadius             5            5            5
    omni 300
      page/upper      translateY            -360         -180            0
      page/lower      translateY             452          226            0
    keyMove 300
      page/outgoing   opacity                  1          0.5            0
      page/key        opacity                  1          0.5            0
      page/key        centerY                 30          180          330
    zoomTo 600
      page/key        scaleX                   1     0.935419          0.5
      page/key        scaleY                   1     0.935419          0.5
      page/key        centerX                100   93.5419034           50
      page/key        centerY                160  181.9575283          330
      page/outgoing   translateX               0   48.4357241          375
      page/incoming   translateX            -375 -326.5642759            0
    twitter 300
      page/incoming   rotationX        0.0654498    0.0327249            0
      page/outgoing   translateY               0          406          812
    popTip 300
      page/outgoing   translateY             512  777.0919475          812
      page/mask       opacity                0.3         0.15            0
    flip 600
      page/outgoing   rotationY                0    0.7853982    1.5707963
    elevate 500
      page/outgoing   maskWidth     1162.6676223  611.3338112           60
      page/outgoing   maskHeight    1162.6676223  611.3338112           60
      page/key        centerX                100           75           50
      page/key        centerY                160          245          330
    scan 300
      page/incoming   translateY             812          406            0
      page/outgoing   translateY               0 -135.3333333 -270.6666667
      page/incoming   shadowOpacity          0.5          0.5          0.5
      page/incoming   shadowOffsetX            0            0            0
      page/incoming   shadowOffsetY           -1           -1           -1
      page/incoming   shadowRadius             3            3            3
    """)
}
