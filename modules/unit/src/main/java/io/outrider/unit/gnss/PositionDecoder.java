package io.outrider.unit.gnss;

/** Makes positions of what a receiver says, line by line; what it cannot read it passes over. For one thread. */
interface PositionDecoder {
    /** What a line told. */
    sealed interface News {}

    /** A position. */
    record Position(Fix fix) implements News {}

    /** The receiver does not know where it is, or is gone. */
    record Lost(String why) implements News {}

    /** Nothing about the position. */
    record Nothing() implements News {}

    Nothing NOTHING = new Nothing();

    News take(String line);
}
