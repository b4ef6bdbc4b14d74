package io.outrider.obd.query;

import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.standard.StandardCommand;
import java.util.Optional;

/**
 * Parsed and validated query. Immutable and reused for equal arguments.
 *
 * @param request request without its answerers, which are added on use
 * @param standard standard command, given by name or by its bytes
 */
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
