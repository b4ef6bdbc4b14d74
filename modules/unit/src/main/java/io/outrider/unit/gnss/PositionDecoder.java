package io.outrider.unit.gnss;

/** Decoder of a receiver's lines into positions; unknown lines are ignored. For one thread. */
interface PositionDecoder {
    sealed interface ReceiverReport {}

    record Position(Fix fix) implements ReceiverReport {}

    record PositionLost(String why) implements ReceiverReport {}

    record Nothing() implements ReceiverReport {}

    Nothing NOTHING = new Nothing();

    ReceiverReport decode(String line);
}
