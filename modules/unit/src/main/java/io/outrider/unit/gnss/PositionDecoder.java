package io.outrider.unit.gnss;

/** Decoder of a receiver's lines into positions; unknown lines are ignored. For one thread. */
interface PositionDecoder {
    sealed interface Decoded {}

    record Position(Fix fix) implements Decoded {}

    record Lost(String why) implements Decoded {}

    record Nothing() implements Decoded {}

    Nothing NOTHING = new Nothing();

    Decoded decode(String line);
}
