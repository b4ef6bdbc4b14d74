package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

/** Comparison of docs/settings.md with sections; the sections of the daemon are assembled in its own package. */
public final class SettingsPage {
    private SettingsPage() {}

    /** Asserts that the page has every section and key. */
    public static void assertComplete(SettingsSchema sections) throws Exception {
        String page = Files.readString(Path.of("../docs/settings.md"));
        assertThat(ConfigCheckTest.missing(page, sections)).isEmpty();
    }
}
