package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UndoableFilesTest {
    @TempDir
    private Path folder;

    private Path file;
    private Object owner;

    /** Only root may give a file away. */
    @BeforeEach
    void owner() throws IOException {
        file = folder.resolve("sub/a.toml");
        owner = "root".equals(System.getProperty("user.name")) ? 4711 : Files.getAttribute(folder, "unix:uid");
    }

    private void existing(String mode) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        if (owner.equals(4711)) {
            Files.setAttribute(file, "unix:gid", owner);
            Files.setAttribute(file, "unix:uid", owner);
        }
    }

    private String mode() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "r--------", "rw-rw----"})
    void aFileThatIsThereKeepsItsModeOwnerAndGroup(String mode) throws IOException {
        existing(mode);
        Object group = Files.getAttribute(file, "unix:gid");
        for (boolean isKept : new boolean[] {false, true}) {
            try (UndoableFiles files = new UndoableFiles()) {
                files.write(file, "new");
                assertThat(file).hasContent("new");
                assertThat(mode()).isEqualTo(mode);
                if (isKept) {
                    files.keep();
                }
            }
            assertThat(file).hasContent(isKept ? "new" : "old");
            assertThat(mode()).isEqualTo(mode);
            assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(owner);
            assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(group);
        }
    }

    @Test
    void aNewFileIsClosedToOthersAndGoneUnlessItIsKept() throws IOException {
        try (UndoableFiles files = new UndoableFiles()) {
            files.write(file, "new");
            assertThat(mode()).as("with the group outrider, or without").matches("rw-(r--|---)---");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void whatCannotBeWrittenLeavesTheOthersAsTheyWere() throws IOException {
        existing("rw-r--r--");
        assertThatThrownBy(() -> {
                    try (UndoableFiles files = new UndoableFiles()) {
                        files.write(file, "new");
                        files.write(file.resolve("below"), "a file is no folder");
                    }
                })
                .isInstanceOf(IOException.class);
        assertThat(file).hasContent("old");
    }
}
