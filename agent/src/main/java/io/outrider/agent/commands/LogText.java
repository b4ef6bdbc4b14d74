package io.outrider.agent.commands;

import io.outrider.agent.runtime.functions.Printable;
import io.outrider.agent.runtime.functions.Redaction;

/** What others wrote, made fit for one line. */
final class LogText {
    private LogText() {}

    static String shorten(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    static String oneLine(String text) {
        return Printable.line(text);
    }

    /** Why something failed, for the log: a line, not long, no secrets. */
    static String reason(String message) {
        // what is masked is decoded first, line ends too
        return shorten(oneLine(Redaction.sentence(oneLine(message))), 200);
    }

    /** A function's name, which may be nonsense. */
    static String name(String fun) {
        return shorten(oneLine(fun), 60);
    }
}
