package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

/** The page for owners, against what can be set; the whole daemon's sections are put together in its own package. */
public final class SettingsPage {
    private SettingsPage() {}

    /** Every section and key is on it. */
    public static void tellsOf(SettingsSchema sections) throws Exception {
        String page = Files.readString(Path.of("../docs/settings.md"));
        assertThat(ConfigCheckTest.missing(page, sections)).isEmpty();
    }
}
