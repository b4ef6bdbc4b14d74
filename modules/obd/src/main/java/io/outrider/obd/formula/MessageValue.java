package io.outrider.obd.formula;

/** Message, one answer of a control unit. */
record MessageValue(Bytes data) {}
