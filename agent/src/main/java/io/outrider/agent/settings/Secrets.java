package io.outrider.agent.settings;

import io.outrider.agent.functions.Parameter;
import java.util.regex.Pattern;

/** Which settings are never shown. */
final class Secrets {
    static final String MASK = "********";

    /** Also where nobody said so. The name of the file in which a secret is may be known. */
    private static final Pattern NAME =
            Pattern.compile("(?i).*(password|passwd|secret|token|credential|private_?key)(?!.*_(file|path)$).*");

    private Secrets() {}

    static boolean is(Parameter parameter) {
        return parameter.secret() || is(parameter.name());
    }

    static boolean is(String key) {
        return NAME.matcher(key).matches();
    }
}
