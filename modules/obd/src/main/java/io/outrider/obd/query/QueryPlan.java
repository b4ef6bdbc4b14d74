package io.outrider.obd.query;

import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.standard.StandardCommand;
import java.util.Optional;

/**
 * A query, understood: what is asked, and what is done with the answers. Made once for equal arguments and used as
 * often as they come.
 *
 * @param type of the reading, lower case
 * @param question whom to ask what; its answerers are added when it is asked
 * @param standard the standard command it is, by name or by its bytes
 * @param listed whether the vehicle has to list it as supported before it is asked
 * @param aimed whether the caller said who is asked or who may answer
 * @param reader how an answer becomes a value
 */
record QueryPlan(
        String type,
        DiagnosticRequest question,
        Optional<StandardCommand> standard,
        boolean listed,
        boolean aimed,
        QueryArguments arguments,
        Reader reader) {
    /** How the value is made. */
    sealed interface Reader {
        /** The raw frames as text. */
        record Raw() implements Reader {}

        /** A decoder on one answer. */
        record Decoded(StandardCommand command) implements Reader {}

        /** A decoder that the caller named. */
        record Named(io.outrider.obd.standard.ResponseDecoder decoder) implements Reader {}

        /** A formula over all answers. */
        record Calculated(Formula formula) implements Reader {}
    }
}
