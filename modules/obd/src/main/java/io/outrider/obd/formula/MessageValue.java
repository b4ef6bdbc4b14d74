package io.outrider.obd.formula;

/** Message of an ECU; its only attribute is {@code data}. */
final class MessageValue {
    final Bytes data;

    MessageValue(Bytes data) {
        this.data = data;
    }
}
