package io.outrider.agent.runtime.settings;

import java.util.List;

/** Everything that is wrong in a section, where its record finds more than one thing. */
public final class InvalidSettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<String> all;

    /** @param all each with the path of its key in front, such as {@code list[1].every: takes ...}; at least one */
    public InvalidSettingsException(List<String> all) {
        super(String.join("; ", all));
        this.all = List.copyOf(all);
    }

    List<String> all() {
        return all;
    }

    /** The sentences of what has refused a record, which may be one. */
    static List<String> of(Throwable refusal) {
        for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSettingsException mistakes) {
                return mistakes.all();
            }
        }
        return List.of(refusal.getMessage());
    }
}
