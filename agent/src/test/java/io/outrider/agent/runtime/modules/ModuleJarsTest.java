package io.outrider.agent.runtime.modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleJarsTest {
    @TempDir
    private Path folder;

    @Test
    void newChangedAndRemovedJarsNeedARestart() throws Exception {
        Files.writeString(folder.resolve("a.jar"), "1");
        Files.writeString(folder.resolve("b.jar"), "1");
        ModuleJars jars = new ModuleJars(folder);
        Files.writeString(folder.resolve("notes.txt"), "1");
        assertThat(jars.changes()).isEmpty();
        Files.delete(folder.resolve("a.jar"));
        Files.writeString(folder.resolve("b.jar"), "12");
        Files.writeString(folder.resolve("c.jar"), "1");
        assertThat(jars.changes())
                .isEqualTo("in " + folder + " a.jar is gone, b.jar has changed, c.jar is new: restart outrider, which"
                        + " loads modules at its start only");
    }

    @Test
    void withoutTheFolderNothingChanges() {
        assertThat(new ModuleJars(folder.resolve("none")).changes()).isEmpty();
    }
}
