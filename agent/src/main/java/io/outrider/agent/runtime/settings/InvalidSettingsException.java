package io.outrider.agent.runtime.settings;

import java.util.List;

/** Exception with all problems that a section's record finds. */
public final class InvalidSettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<String> all;

    /** @param all at least one, each after its key's path, such as {@code list[1].every: takes ...} */
    public InvalidSettingsException(List<String> all) {
        super(String.join("; ", all));
        this.all = List.copyOf(all);
    }

    List<String> all() {
        return all;
    }

    /** Messages of the exception of a record's constructor. */
    static List<String> of(Throwable refusal) {
        for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSettingsException mistakes) {
                return mistakes.all();
            }
        }
        return List.of(refusal.getMessage());
    }
}
