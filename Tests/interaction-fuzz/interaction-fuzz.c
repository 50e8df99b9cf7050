// libFuzzer has the main function, and InteractionFuzzing what it calls. A Swift file here would
// bring a main function of its own.
