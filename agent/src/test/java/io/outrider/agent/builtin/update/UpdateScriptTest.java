package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agreement of the daemon's part with root's, which is tried in the virtual machine by packaging/check-vm. */
class UpdateScriptTest {
    private String script;

    @BeforeEach
    void read() throws Exception {
        script = Files.readString(Path.of("../systemd/outrider-update"));
    }

    @Test
    void itsCodesAreInTheRegistry() throws Exception {
        Set<String> codes = Pattern.compile("(?<=refuse |refused |went_back |failed )[A-Z_]{3,}")
                .matcher(script)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        assertThat(codes).contains("UPDATE_DIGEST", "UPDATE_OLDER", "UPDATE_WENT_BACK", "UPDATE_FAILED", "AGENT_DISK");
        for (String each : codes) {
            assertThat(((ErrorCode) AgentErrors.class.getField(each).get(null)).name())
                    .isEqualTo(each);
        }
    }

    @Test
    void bothSignTheSameText() {
        assertThat(script).contains("printf 'outrider-update sha256=%s' \"$sha256\"");
        assertThat(new String(UpdateKeys.signedText("abc"), StandardCharsets.US_ASCII))
                .isEqualTo("outrider-update sha256=abc");
    }

    @Test
    void bothHaveTheSameFoldersAndLimit() {
        UpdatePaths paths = UpdatePaths.of(Path.of("/var/lib/outrider"));
        assertThat(script)
                .contains("fetched=" + paths.fetched() + " ")
                .contains("here=" + paths.installation() + "\n")
                .contains("config=" + paths.config() + "\n")
                .contains("most=$((" + (PackageFetch.MOST >> 20) + " << 20))");
    }

    @Test
    void systemdWatchesTheRequestAndTheState() throws Exception {
        UpdatePaths paths = UpdatePaths.of(Path.of("/var/lib/outrider"));
        assertThat(Files.readString(Path.of("../systemd/outrider-update.path")))
                .contains("PathExists=" + paths.request() + "\n")
                .contains("PathExists=" + paths.state() + "\n");
    }
}
