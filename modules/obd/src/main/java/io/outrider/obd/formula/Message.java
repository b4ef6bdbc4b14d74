package io.outrider.obd.formula;

/** One answer; its only attribute is {@code data}. */
final class Message {
    final Bytes data;

    Message(Bytes data) {
        this.data = data;
    }
}
