package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;

/** Conversion of problems to one failure, one line each. */
public final class SettingsProblems {
    private static final int MAX_LISTED = 20;

    private SettingsProblems() {}

    static void check(List<String> problems) throws Failure {
        if (problems.isEmpty()) {
            return;
        }
        List<String> lines = new ArrayList<>(problems.subList(0, Math.min(MAX_LISTED, problems.size())));
        if (problems.size() > MAX_LISTED) {
            lines.add("and " + (problems.size() - MAX_LISTED) + " more");
        }
        lines.replaceAll(SettingsProblems::redacted);
        throw new Failure(
                AgentErrors.BAD_SETTING,
                String.join("\n", lines),
                new InvalidSettingsException(
                        lines.stream().map(each -> new SettingProblem("", each)).toList()));
    }

    /** The problems of {@link #check} in one line, or the message of another failure. */
    static String inOneLine(Failure failure) {
        return InvalidSettingsException.in(failure).map(Throwable::getMessage).orElse(failure.getMessage());
    }

    static Failure failure(String sentence, Exception cause) {
        return new Failure(AgentErrors.BAD_SETTING, redacted(sentence), cause);
    }

    private static String redacted(String sentence) {
        return Redaction.withoutBareUserInfo(Redaction.sentence(sentence));
    }

    /** Beginning of a word of a file, without control characters. */
    public static String oneLine(String text) {
        return Excerpt.ofWord(text).replaceAll("\\p{Cc}", "?");
    }
}
