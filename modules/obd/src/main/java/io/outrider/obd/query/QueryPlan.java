package io.outrider.obd.query;

import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.standard.StandardCommand;
import java.util.Optional;

/** Parsed and validated query, reused for equal arguments. Its request has no answerers, which are added on use. */
record QueryPlan(
        String type,
        DiagnosticRequest request,
        Optional<StandardCommand> standard,
        boolean listed,
        boolean addressed,
        QueryArguments arguments,
        Reader reader) {
    sealed interface Reader {
        record Raw() implements Reader {}

        record Decoded(StandardCommand command) implements Reader {}

        record Named(io.outrider.obd.standard.ResponseDecoder decoder) implements Reader {}

        record Calculated(Formula formula) implements Reader {}
    }
}
