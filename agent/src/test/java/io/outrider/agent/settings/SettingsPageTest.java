package io.outrider.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.ModuleFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The page for owners, against the modules that are there. */
class SettingsPageTest {
    @Test
    void thePageNamesEverythingThatCanBeSet() throws Exception {
        Map<String, Class<? extends Record>> shapes = new TreeMap<>();
        ServiceLoader.load(ModuleFactory.class).forEach(module -> shapes.put(module.name(), module.settings()));
        assertThat(shapes).containsKey("obd");
        String page = Files.readString(Path.of("../docs/settings.md"));
        assertThat(ConfigCheckTest.missing(page, new Sections(shapes))).isEmpty();
    }
}
