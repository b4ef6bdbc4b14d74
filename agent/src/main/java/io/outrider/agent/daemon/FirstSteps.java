package io.outrider.agent.daemon;

import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import java.util.Optional;

/** Hints for a daemon started by hand without settings. */
public final class FirstSteps {
    private FirstSteps() {}

    /** Empty if a settings file exists. */
    public static Optional<String> text(SettingsFiles files) throws Failure {
        if (!files.files().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("""
                There are no settings (%s), so this unit has no link to a fleet. What to do next:
                  outrider config example > outrider.toml   every setting, explained; [link] url is the first to set
                  outrider daemon --config outrider.toml    the daemon with these settings
                  outrider status                           how it is, in another terminal
                Ctrl-C ends the daemon.""".formatted(files.main()));
    }
}
