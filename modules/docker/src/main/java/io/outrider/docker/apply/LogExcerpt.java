package io.outrider.docker.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Excerpt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.regex.Pattern;

/** Last lines of a container's output for the report: bounded, and without values of its environment. */
final class LogExcerpt {
    static final int LINES = 40;
    private static final int MOST = 4096;
    private static final int LONGEST_LINE = 500;
    private static final int LIKELY_SECRET = 8;
    private static final int SHORTEST_SECRET = 3;
    private static final Pattern SECRET = Pattern.compile("(?i).*(pass|pwd|secret|token|key|auth|cred).*");

    private LogExcerpt() {}

    /** @param config that the container was created with */
    static List<String> of(List<String> lines, JsonNode config) {
        List<String> secrets = new ArrayList<>();
        for (JsonNode variable : config.path("Env")) {
            String[] pair = variable.asText().split("=", 2);
            int least = SECRET.matcher(pair[0]).matches() ? SHORTEST_SECRET : LIKELY_SECRET;
            if (pair.length == 2 && pair[1].length() >= least) {
                secrets.add(pair[1]);
            }
        }
        secrets.sort(Comparator.comparingInt(String::length).reversed());
        LinkedList<String> excerpt = new LinkedList<>();
        int size = 0;
        for (int i = lines.size() - 1; i >= 0; i--) {
            String line = secrets.stream().reduce(lines.get(i), (text, secret) -> text.replace(secret, "***"));
            line = Excerpt.of(line, LONGEST_LINE);
            size += line.length() + 1;
            if (size > MOST) {
                break;
            }
            excerpt.addFirst(line);
        }
        return List.copyOf(excerpt);
    }
}
