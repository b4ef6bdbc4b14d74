package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.ShortProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * State of root's units, as systemd tells it.
 *
 * @param show command before the name of a unit, which prints its ActiveState
 */
public record RootPart(List<String> show) {
    static final String REMEDY = "systemctl enable --now outrider-update.path";

    public static RootPart ofSystemd() {
        return new RootPart(List.of("systemctl", "show", "--value", "--property=ActiveState"));
    }

    /** @throws Failure if nobody would take a request; not if systemd cannot be asked */
    void requireListening() throws Failure, InterruptedException {
        Optional<String> state = state("outrider-update.path");
        if (state.isPresent() && !state.get().equals("active")) {
            throw new Failure(
                    AgentErrors.UPDATE_NOT_TAKEN,
                    "root's part of updates does not listen (outrider-update.path is " + state.get() + "): run "
                            + REMEDY);
        }
    }

    /** False if it is known that no installation runs. */
    boolean maybeInstalling() throws InterruptedException {
        return state("outrider-update.service")
                .map(state -> state.equals("activating") || state.equals("active"))
                .orElse(true);
    }

    private Optional<String> state(String unit) throws InterruptedException {
        List<String> command = new ArrayList<>(show);
        command.add(unit);
        try {
            String state = ShortProgram.output(command).strip();
            return state.matches("[a-z]{1,30}") ? Optional.of(state) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
