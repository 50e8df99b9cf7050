import InteractionCore

/// The animations of the styles of rules N1 and N4 on a 1024 × 768 pt screen, calculated by hand.
///
/// Under each style and its duration in ms: the animated property, and its value at the start,
/// after half of the time, and at the end. The key view is 60 × 60 at (20, 300); if it travels, it
/// ends as 180 × 180 at (500, 50). A sheet shows 300 pt.
enum TabletStyles {
  static let stage = NavigationGeometry(
    surface: Surface(viewport: Size(width: 1024, height: 768), scale: 2),
    keyFrame: Rect(x: 20, y: 300, width: 60, height: 60),
    zoomFrame: Rect(x: 500, y: 50, width: 180, height: 180), sheetHeight: 300)

  static let there = StyleTable(
    """
    window 250
      window          translateX            1024  322.9253761            0
      window/snapshot centerX               -512   13.8059679          256
      window/snapshot screenCenterX          512   336.731344          256
      window/snapshot centerY                384          384          384
    spring 750
      page/outgoing   translateX               0 -1062.6059212        -1034
      page/incoming   translateX            1034  -28.6059212            0
    fade 300
      page/incoming   opacity                  0          0.5            1
    standard 300
      page/outgoing   translateX               0 -170.6666667 -341.3333333
      page/incoming   translateX            1024          512            0
      page/incoming   shadowOpacity          0.3          0.3          0.3
      page/incoming   shadowOffsetX           -3           -3           -3
      page/incoming   shadowOffsetY            0            0            0
      page/incoming   shadowRadius             5            5            5
    slide 300
      page/outgoing   translateX               0         -512        -1024
      page/incoming   translateX            1024          512            0
    page 600
      page/outgoing   translateZ               0        -17.5          -35
      page/mask       opacity                  0         0.15          0.3
      page/incoming   translateX            1024          512            0
      page/incoming   shadowOpacity          0.5          0.5          0.5
      page/incoming   shadowOffsetX           -3           -3           -3
      page/incoming   shadowOffsetY            0            0            0
      page/incoming   shadowRadius             5            5            5
    omni 300
      page/upper      translateY               0         -180         -360
      page/lower      translateY               0          204          408
    keyMove 300
      page/key        centerY                330          180           30
      page/fill       opacity                  0          0.5            1
    zoomTo 600
      page/key        scale                    1            1            1
      page/key        scaleX                   1    1.2583239            3
      page/key        scaleY                   1    1.2583239            3
      page/key        centerX                 50  119.7474428          590
      page/key        centerY                330  305.4592331          140
      page/outgoing   translateX               0 -132.2618174        -1024
      page/incoming   translateX            1024  891.7381826            0
    twitter 300
      page/outgoing   rotationX                0    0.0327249    0.0654498
      page/incoming   translateY             768          384            0
    popTip 300
      page/incoming   translateY             768  502.9080525          468
      page/mask       opacity                  0         0.15          0.3
    flip 600
      page/incoming   rotationY        1.5707963    0.7853982            0
      page/blur       opacity                  1            1            1
    elevate 500
      page/incoming   maskWidth               60 1097.9513098 2135.9026195
      page/incoming   maskHeight              60 1097.9513098 2135.9026195
      page/key        centerX                 50          320          590
      page/key        centerY                330          235          140
    scan 300
      page/outgoing   translateY               0          384          768
      page/incoming   translateY            -256         -128            0
      page/outgoing   shadowOpacity          0.5          0.5          0.5
      page/outgoing   shadowOffsetX            0            0            0
      page/outgoing   shadowOffsetY           -1           -1           -1
      page/outgoing   shadowRadius             3            3            3
    """)

  static let back = StyleTable(
    """
    window 250
      window          translateX            -256   -80.731344            0
      window/snapshot centerX                768 1293.8059679         1536
      window/snapshot screenCenterX          512 1213.0746239         1536
      window/snapshot centerY                384          384          384
    spring 750
      page/outgoing   translateX               0 1062.6059212         1034
      page/incoming   translateX           -1034   28.6059212            0
    fade 300
      page/outgoing   opacity                  1          0.5            0
    standard 300
      page/outgoing   translateX               0          512         1024
      page/incoming   translateX    -341.3333333 -170.6666667            0
      page/outgoing   shadowOpacity          0.3          0.3          0.3
      page/outgoing   shadowOffsetX           -3           -3           -3
      page/outgoing   shadowOffsetY            0            0            0
      page/outgoing   shadowRadius             5            5            5
    slide 300
      page/outgoing   translateX               0          512         1024
      page/incoming   translateX           -1024         -512            0
    page 600
      page/incoming   translateZ             -35        -17.5            0
      page/mask       opacity                0.3         0.15            0
      page/outgoing   translateX               0          512         1024
      page/outgoing   shadowOpacity          0.5          0.5          0.5
      page/outgoing   shadowOffsetX           -3           -3           -3
      page/outgoing   shadowOffsetY            0            0            0
      page/outgoing   shadowRadius             5            5            5
    omni 300
      page/upper      translateY            -360         -180            0
      page/lower      translateY             408          204            0
    keyMove 300
      page/outgoing   opacity                  1          0.5            0
      page/key        opacity                  1          0.5            0
      page/key        centerY                 30          180          330
    zoomTo 600
      page/key        scaleX                   1     0.913892    0.3333333
      page/key        scaleY                   1     0.913892    0.3333333
      page/key        centerX                590  520.2525572           50
      page/key        centerY                140  164.5407669          330
      page/outgoing   translateX               0  132.2618174         1024
      page/incoming   translateX           -1024 -891.7381826            0
    twitter 300
      page/incoming   rotationX        0.0654498    0.0327249            0
      page/outgoing   translateY               0          384          768
    popTip 300
      page/outgoing   translateY             468  733.0919475          768
      page/mask       opacity                0.3         0.15            0
    flip 600
      page/outgoing   rotationY                0    0.7853982    1.5707963
    elevate 500
      page/outgoing   maskWidth     2135.9026195 1097.9513098           60
      page/outgoing   maskHeight    2135.9026195 1097.9513098           60
      page/key        centerX                590          320           50
      page/key        centerY                140          235          330
    scan 300
      page/incoming   translateY             768          384            0
      page/outgoing   translateY               0         -128         -256
      page/incoming   shadowOpacity          0.5          0.5          0.5
      page/incoming   shadowOffsetX            0            0            0
      page/incoming   shadowOffsetY           -1           -1           -1
      page/incoming   shadowRadius             3            3            3
    """)
}
