package io.outrider.agent.operator.cli;

import io.outrider.api.Failure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Query of {@code outrider stream}: records by default. */
final class StreamQuery {
    private StreamQuery() {}

    /** @param words patterns of types, also as {@code type=…}; {@code event=…} selects the kind of event */
    static String of(List<String> words) throws Failure {
        List<String> parts = new ArrayList<>();
        boolean kinds = false;
        for (String word : words) {
            if (word.startsWith("event=")) {
                kinds = true;
                if (!word.equals("event=record") && !word.equals("event=job")) {
                    throw new Failure(
                            Failure.Actor.CALLER,
                            "BAD_COMMAND",
                            "stream: '" + word + "' is neither event=record nor event=job");
                }
                parts.add(word);
            } else if (word.startsWith("type=") || !word.contains("=") && !word.startsWith("-")) {
                parts.add("type="
                        + URLEncoder.encode(
                                word.startsWith("type=") ? word.substring(5) : word, StandardCharsets.UTF_8));
            } else {
                throw new Failure(
                        Failure.Actor.CALLER,
                        "BAD_COMMAND",
                        "stream: '" + word + "' is no pattern such as 'obd.*', and neither event=record nor event=job");
            }
        }
        if (!kinds) {
            parts.add("event=record");
        }
        return String.join("&", parts);
    }
}
