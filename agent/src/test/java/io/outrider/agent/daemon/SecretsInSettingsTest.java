package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages about invalid settings contain no password, in the log and in the status too. */
class SecretsInSettingsTest {
    private static final Set<String> MAY_QUOTE = Set.of("text", "list", "table");

    private final SettingsSchema sections = BuiltinModules.sections(RunningDaemon.modules());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://tok:hunter2@example.org/x y",
                "https://tok:hun/ter2@example.org",
                "ftp://tok:hunter2@",
                "tok:hunter2@example.org",
                "https://example.org/x y?api_key=hunter2",
                "FOO=1 PASSWORD=hunter2 run",
                "token h4nter2"
            })
    void noMessageOfAnyKeyQuotesAPassword(String value) throws Failure {
        for (String section : sections.names()) {
            for (Parameter key : sections.keys(section)) {
                if (!MAY_QUOTE.contains(key.kind())) {
                    continue;
                }
                String set = section + "." + key.name();
                try {
                    Settings settings = Settings.of(List.of(set + "=" + value));
                    BoundSettings bound = sections.validate(settings);
                    assertThat(
                                    value.startsWith("tok:") // nothing says that this is an address
                                            ? ""
                                            : sections.effective(bound)
                                                    .get(section)
                                                    .toString())
                            .as(set)
                            .doesNotContain("hunter2", "h4nter2", "ter2@");
                } catch (Failure e) {
                    assertThat(e.getMessage()).as(set).doesNotContain("hunter2", "h4nter2", "ter2@");
                }
            }
        }
    }
}
