package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.settings.SettingsPage;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.ModuleFactory;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class SettingsPageTest {
    @Test
    void thePageListsAllSettings() throws Exception {
        SettingsSchema all = BuiltinModules.sections(ServiceLoader.load(ModuleFactory.class));
        assertThat(all.names()).contains("cmd", "jobs", "link", "local", "log", "obd", "unit");
        SettingsPage.assertComplete(all);
    }
}
