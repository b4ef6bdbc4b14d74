package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.Failure;
import java.util.List;

/** What is wrong, as one failure: a line for each. */
public final class SettingsProblems {
    /** As many as a person reads before starting to correct them. */
    private static final int MOST = 20;

    private static final int LONGEST_WORD = 60;

    private SettingsProblems() {}

    static Failure failure(List<String> problems) {
        String text = String.join("\n", problems.subList(0, Math.min(MOST, problems.size())));
        return failure(text + (problems.size() > MOST ? "\nand " + (problems.size() - MOST) + " more" : ""), null);
    }

    static Failure failure(String sentence, Exception cause) {
        return new Failure(
                Failure.Actor.OPERATOR,
                "BAD_SETTING",
                Redaction.withoutBareUserInfo(Redaction.sentence(sentence)),
                cause);
    }

    /** A word out of a file, fit for one line of a log. */
    public static String shorten(String text) {
        String word = text.length() <= LONGEST_WORD ? text : text.substring(0, LONGEST_WORD) + "…";
        return word.replaceAll("\\p{Cc}", "?");
    }
}
