package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import java.util.List;

/** Conversion of problems to one failure, one line each. */
public final class SettingsProblems {
    private static final int MAX_LISTED = 20;

    private SettingsProblems() {}

    static void check(List<String> problems) throws Failure {
        if (problems.isEmpty()) {
            return;
        }
        String text = String.join("\n", problems.subList(0, Math.min(MAX_LISTED, problems.size())));
        throw failure(
                text + (problems.size() > MAX_LISTED ? "\nand " + (problems.size() - MAX_LISTED) + " more" : ""), null);
    }

    static Failure failure(String sentence, Exception cause) {
        return new Failure(AgentErrors.BAD_SETTING, Redaction.withoutBareUserInfo(Redaction.sentence(sentence)), cause);
    }

    /** Beginning of a word of a file, without control characters. */
    public static String oneLine(String text) {
        return Excerpt.ofWord(text).replaceAll("\\p{Cc}", "?");
    }
}
