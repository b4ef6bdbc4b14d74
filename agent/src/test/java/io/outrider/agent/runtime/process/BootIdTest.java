package io.outrider.agent.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootIdTest {
    @TempDir
    Path folder;

    @Test
    void theFirstProcessOfABootHasTriggerBootAndOthersRestart() {
        Path data = folder.resolve("data");
        assertThat(BootId.trigger(data, "a")).isEqualTo("boot");
        assertThat(BootId.trigger(data, "a")).isEqualTo("restart");
        assertThat(BootId.trigger(data, "b")).isEqualTo("boot");
        assertThat(BootId.trigger(data, "b")).isEqualTo("restart");
    }

    @Test
    void itStartsWithoutAWritableFolder() throws Exception {
        Path data = Files.writeString(folder.resolve("data"), "no folder");
        assertThat(BootId.trigger(data, "a")).isEqualTo("boot");
    }
}
