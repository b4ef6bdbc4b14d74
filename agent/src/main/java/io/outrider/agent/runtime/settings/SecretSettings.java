package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.runtime.functions.Redaction;

/** Recognition of secret settings, which are never shown. */
final class SecretSettings {
    static final String MASK = Redaction.MASK;

    private SecretSettings() {}

    static boolean is(Parameter parameter) {
        return parameter.secret() || is(parameter.name());
    }

    static boolean is(String key) {
        return Redaction.isSecret(key);
    }
}
