package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.builtin.TestModule;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutopiCommandsTest {
    private final Functions functions =
            new Functions(new Binder(Json.mapper()), List.of(new TestModule("1", Ticker.system())));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spm.battery|obd.battery asks the vehicle for its voltage",
                "power.request_reboot|power.reboot confirm=true restarts the machine",
                "docker.run|releases create containers",
                "ec2x.query|AT commands are not sent to the modem yet",
                "ec2x.cell_location|only ec2x.data_usage is there yet",
                "minionutil.run_job|send the function itself",
                "help|sys.list_functions"
            })
    void aMissingAutoPiCommandNamesItsReplacement(String name, String what) {
        assertThatThrownBy(() -> functions.prepare(name, List.of(), Map.of()))
                .hasMessageStartingWith("'" + name + "' is not available: ")
                .hasMessageContaining(what)
                .hasMessageNotContaining("did you mean");
    }

    @Test
    void anUnknownNameIsComparedWithOurFunctions() {
        assertThatThrownBy(() -> functions.prepare("test.pign", List.of(), Map.of()))
                .hasMessageContaining("did you mean test.ping?");
    }

    @Test
    void thePageForAutoPisUsersHasEveryRowWithTheSameSentence() throws IOException {
        String page = Files.readString(Path.of("../docs/autopi.md"));
        AutopiCommands.rows()
                .forEach((name, sentence) -> assertThat(page).contains("| `" + name + "` | " + cell(sentence) + " |"));
    }

    @Test
    void eachRowIsOneNonEmptyLine() {
        Set<String> names = new TreeSet<>();
        AutopiCommands.rows().forEach((name, sentence) -> {
            assertThat(name).matches("[a-z0-9_]+(\\.[a-z0-9_]*\\*?)?");
            assertThat(sentence).hasSizeBetween(20, 130).doesNotEndWith(".");
            assertThat(names.add(name)).isTrue();
        });
        assertThat(names).hasSizeGreaterThan(60);
    }

    private static String cell(String sentence) {
        return sentence.replace("|", "\\|");
    }
}
