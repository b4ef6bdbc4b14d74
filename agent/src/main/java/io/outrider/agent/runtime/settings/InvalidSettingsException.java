package io.outrider.agent.runtime.settings;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Exception with all problems that the record of a table finds. */
public final class InvalidSettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<SettingProblem> problems;

    public InvalidSettingsException(List<SettingProblem> problems) {
        super(problems.stream().map(SettingProblem::toString).collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    List<SettingProblem> problems() {
        return problems;
    }

    /** The exception of a record's constructor among the causes. */
    static Optional<InvalidSettingsException> in(Throwable refusal) {
        for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSettingsException invalid) {
                return Optional.of(invalid);
            }
        }
        return Optional.empty();
    }
}
