package io.outrider.agent.commands;

import io.outrider.agent.runtime.functions.Printable;
import io.outrider.agent.runtime.functions.Redaction;

/** Sanitizer for untrusted text in log lines. */
final class LogText {
    private LogText() {}

    static String oneLine(String text) {
        return Printable.line(text);
    }

    /** Reason of a failure: one short line without secrets. */
    static String reason(String message) {
        // line ends first: masking decodes
        return Printable.shorten(oneLine(Redaction.sentence(oneLine(message))), 200);
    }

    /** Name of a function, which may be arbitrary text. */
    static String name(String fun) {
        return Printable.shorten(oneLine(fun), 60);
    }
}
