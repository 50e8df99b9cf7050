import InteractionCore

/// Every report in every phase of a scroll view, of an older, the same and a newer drag.
///
/// Drag 5 is the latest known one: in progress, or ended while the list rests or scrolls
/// programmatically. Cells contain the next phase and the steps passed to the machines; `.` means
/// that the report is outdated or invalid and changes nothing, not even the offset.
enum ScrollTrackerTables {
  static let whileNoDragRuns = TransitionTable(
    """
                        | resting                       | jump
    began 4             | .                             | .
    began 5             | .                             | .
    began 6             | drag 6: began                 | drag 6: jumpEnded, began
    moved 4             | .                             | .
    moved 5             | .                             | .
    moved 6             | drag 6: joined                | drag 6: jumpEnded, joined
    ended 4             | .                             | .
    ended 5             | coast 5: coasted              | .
    ended 6             | coast 6: appeared, lifted     | coast 6: jumpEnded, appeared, lifted
    cancelled 4         | .                             | .
    cancelled 5         | resting: cancelled            | .
    cancelled 6         | resting: appeared, cancelled  | resting: jumpEnded, appeared, cancelled
    decelerating 4      | .                             | .
    decelerating 5      | coast 5: coasted              | .
    decelerating 6      | coast 6: appeared, coasted    | coast 6: jumpEnded, appeared, coasted
    settled 4           | .                             | .
    settled 5           | resting: settled              | .
    settled 6           | resting: appeared, settled    | resting: jumpEnded, appeared, settled
    programmaticBegan 4 | jump: jumpBegan               | jump: jumpBegan
    programmaticBegan 5 | jump: jumpBegan               | jump: jumpBegan
    programmaticBegan 6 | jump: jumpBegan               | jump: jumpBegan
    programmaticMoved 4 | jump: jumpBegan, jumped       | jump: jumped
    programmaticMoved 5 | jump: jumpBegan, jumped       | jump: jumped
    programmaticMoved 6 | jump: jumpBegan, jumped       | jump: jumped
    programmaticEnded 4 | resting: jumpBegan, jumpEnded | resting: jumpEnded
    programmaticEnded 5 | resting: jumpBegan, jumpEnded | resting: jumpEnded
    programmaticEnded 6 | resting: jumpBegan, jumpEnded | resting: jumpEnded
    """)

  static let whileADragRuns = TransitionTable(
    """
                        | drag 5                                   | coast 5
    began 4             | .                                       | .
    began 5             | .                                       | .
    began 6             | drag 6: cancelled, began                | drag 6: cancelled, began
    moved 4             | .                                       | .
    moved 5             | drag 5: dragged                         | .
    moved 6             | drag 6: cancelled, joined               | drag 6: cancelled, joined
    ended 4             | .                                       | .
    ended 5             | coast 5: lifted                         | .
    ended 6             | coast 6: cancelled, appeared, lifted \
    | coast 6: cancelled, appeared, lifted
    cancelled 4         | .                                       | .
    cancelled 5         | resting: cancelled                      | resting: cancelled
    cancelled 6         | resting: cancelled, appeared, cancelled \
    | resting: cancelled, appeared, cancelled
    decelerating 4      | .                                       | .
    decelerating 5      | coast 5: coasted                        | coast 5: coasted
    decelerating 6      | coast 6: cancelled, appeared, coasted \
    | coast 6: cancelled, appeared, coasted
    settled 4           | .                                       | .
    settled 5           | resting: settled                        | resting: settled
    settled 6           | resting: cancelled, appeared, settled \
    | resting: cancelled, appeared, settled
    programmaticBegan 4 | jump: cancelled, jumpBegan              | jump: cancelled, jumpBegan
    programmaticBegan 5 | jump: cancelled, jumpBegan              | jump: cancelled, jumpBegan
    programmaticBegan 6 | jump: cancelled, jumpBegan              | jump: cancelled, jumpBegan
    programmaticMoved 4 | jump: cancelled, jumpBegan, jumped | jump: cancelled, jumpBegan, jumped
    programmaticMoved 5 | jump: cancelled, jumpBegan, jumped | jump: cancelled, jumpBegan, jumped
    programmaticMoved 6 | jump: cancelled, jumpBegan, jumped | jump: cancelled, jumpBegan, jumped
    programmaticEnded 4 | resting: cancelled, jumpBegan, jumpEnded \
    | resting: cancelled, jumpBegan, jumpEnded
    programmaticEnded 5 | resting: cancelled, jumpBegan, jumpEnded \
    | resting: cancelled, jumpBegan, jumpEnded
    programmaticEnded 6 | resting: cancelled, jumpBegan, jumpEnded \
    | resting: cancelled, jumpBegan, jumpEnded
    """)
}
