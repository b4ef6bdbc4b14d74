package io.outrider.agent.commands;

import io.outrider.agent.runtime.functions.Printable;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.Excerpt;

/** Sanitizer for untrusted text in log lines. */
final class LogText {
    private LogText() {}

    static String reason(String message) {
        // line ends first: masking decodes
        return Excerpt.of(Printable.line(Redaction.sentence(Printable.line(message))), 200);
    }

    static String name(String fun) {
        return Excerpt.ofWord(Printable.line(fun));
    }
}
