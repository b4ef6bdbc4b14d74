package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.builtin.SettingsModule;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Effective settings and their display. */
class SettingsSchemaTest {
    private static Object get(Settings settings, String... key) throws Exception {
        BoundSettings bound = Shapes.SECTIONS.validate(settings);
        SettingsModule module = new SettingsModule(() -> bound, Shapes.SECTIONS);
        return new Functions(new Binder(Json.mapper()), List.of(module))
                .prepare("config.get", List.of(key), Map.of())
                .run();
    }

    private static List<SettingChange> changes(Settings older, Settings newer) throws Failure {
        return Shapes.SECTIONS.changes(Shapes.SECTIONS.validate(older), Shapes.SECTIONS.validate(newer));
    }

    @Test
    void effectiveValuesHaveDefaultsAndNoSecrets() throws Exception {
        Settings settings = Shapes.toml(
                "[jobs]", "waiting = 5", "full = 'wait'", "key = 'k'", "password = 'p'", "password_file = '/f'");
        ObjectMapper json = new ObjectMapper();
        assertThat(json.readTree(json.writeValueAsString(get(settings))).get("jobs"))
                .isEqualTo(json.readTree("""
                        {"waiting": 5, "limits": {"a b": 1}, "allow": ["obd.*", "test.\\"x\\"\\\\y"], "header": null,
                         "strict": false, "share": null, "full": "wait", "key": "********", "password": "********",
                         "password_file": "/f", "calls": null}"""));
        assertThat(get(settings, "obd.protocol")).isEqualTo("auto");
        assertThat(get(settings, "jobs.waiting")).isEqualTo(5);
        assertThat(get(settings, "jobs.key")).isEqualTo("********");
        assertThat(get(Settings.none(), "jobs.key")).isNull();
        assertThat(get(settings, "state")).isEqualTo(Map.of());
        assertThat(get(settings, "obd"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("share_ms", 5);
    }

    @Test
    void unknownSectionsAreReportedWithTheKnownOnes() {
        assertThatThrownBy(() -> get(Settings.none(), "odb.can"))
                .hasMessage("key: there is no section 'odb' (did you mean obd?); there are: jobs, obd, state");
        assertThatThrownBy(() -> get(Settings.none(), "obd.cna"))
                .hasMessageStartingWith("key: there is no obd.cna (did you mean can?); there are: can, protocol, ");
        assertThatThrownBy(() -> get(Settings.none(), "state.x"))
                .hasMessage("key: there is no state.x; there are: none");
        assertThatThrownBy(() -> get(Settings.none(), ".")).isInstanceOf(Failure.class);
    }

    @Test
    void secretsInsideOfListsAreMaskedToo() throws Exception {
        Settings settings = Shapes.toml(
                "[[jobs.calls]]",
                "arg = ['x', 'api_token=geheim']",
                "kwarg = { data = { password = 'geheim', a = 1 } }");
        assertThat(get(settings, "jobs.calls"))
                .hasToString("[{arg=[x, api_token=********], kwarg={data={password=********, a=1}}}]");
        assertThat(get(settings, "jobs").toString()).contains("a=1").doesNotContain("geheim");
        assertThat(changes(Settings.none(), settings)).singleElement().satisfies(change -> {
            assertThat(change.after()).contains("\"a\":1").doesNotContain("geheim");
        });
        Settings other = Shapes.toml(
                "[[jobs.calls]]",
                "arg = ['x', 'api_token=geheim']",
                "kwarg = { data = { password = 'andere', a = 1 } }");
        assertThat(changes(settings, other)).as("it is another one").hasSize(1);
    }

    @Test
    void onlyDifferentEffectiveValuesAreChanges() throws Failure {
        Settings before = Shapes.toml("[obd]", "protocol = '6'", "[jobs]", "key = 'a'", "limits.x = 1");
        Settings after = Shapes.toml(
                "[obd]", "protocol = '7'", "share_ms = 5", "can = 'can1'", "[jobs]", "key = 'b'", "password = 'p'");
        assertThat(changes(before, after))
                .extracting(SettingChange::toString)
                .containsExactly(
                        "jobs.limits: {\"x\":1} -> {\"a b\":1}",
                        "jobs.key: ******** -> ********",
                        "jobs.password: (not set) -> ********",
                        "obd.can: (not set) -> \"can1\"",
                        "obd.protocol: \"6\" -> \"7\"");
        assertThat(changes(after, after)).isEmpty();
        assertThat(changes(Settings.of(List.of("obd.share_ms=7")), Shapes.toml("obd.share_ms = 7")))
                .isEmpty();
    }
}
