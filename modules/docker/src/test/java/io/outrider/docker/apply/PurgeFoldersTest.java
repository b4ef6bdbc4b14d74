package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PurgeFoldersTest {
    @TempDir
    Path folder;

    private Path root;
    private Path outside;
    private Path app;
    private PurgeFolders folders;

    @BeforeEach
    void folders() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("precious"), "x");
        app = Files.createDirectories(root.resolve("team/app"));
        Files.writeString(app.resolve("file"), "old");
        folders = new PurgeFolders(List.of(root));
    }

    @Test
    void aFolderIsSetAsideAndPutBack() throws Exception {
        folders.setAside(app);
        assertThat(app).doesNotExist();
        assertThat(root.resolve("team/app.bak/file")).hasContent("old");
        folders.putBack(app);
        folders.putBack(app);
        assertThat(app.resolve("file")).hasContent("old");
        assertThat(root.resolve("team/app.bak")).doesNotExist();
    }

    @Test
    void whateverIsInThePlaceGoesWithoutFollowingLinks() throws Exception {
        folders.setAside(app);
        Files.createDirectories(app.resolve("a/b"));
        Files.createSymbolicLink(app.resolve("a/b/link"), outside);
        folders.putBack(app);
        assertThat(app.resolve("file")).hasContent("old");
        folders.setAside(app);
        Files.createSymbolicLink(app, outside);
        folders.putBack(app);
        assertThat(app.resolve("file")).hasContent("old");
        folders.setAside(app);
        Files.writeString(app, "a file");
        folders.putBack(app);
        assertThat(app.resolve("file")).hasContent("old");
        assertThat(outside.resolve("precious")).exists();
    }

    @Test
    void aLinkInThePathIsRefusedForEveryChange() throws Exception {
        Files.move(root.resolve("team"), outside.resolve("team"));
        Files.createSymbolicLink(root.resolve("team"), outside.resolve("team"));
        Files.createDirectory(outside.resolve("team/app.bak"));
        for (Change change : List.<Change>of(folders::check, folders::setAside, folders::putBack, folders::delete)) {
            assertThatThrownBy(() -> change.of(app))
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo("PURGE_FORBIDDEN"));
        }
        assertThat(outside.resolve("team/app/file")).hasContent("old");
        assertThat(outside.resolve("team/app.bak")).exists();
    }

    private interface Change {
        void of(Path path) throws Failure;
    }

    @Test
    void onlyFoldersBelowARootAreChanged() {
        for (Path path : List.of(root, outside, root.resolve("../outside"), root.resolve("team/../../outside"))) {
            assertThatThrownBy(() -> folders.delete(path))
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo("PURGE_FORBIDDEN"));
        }
        assertThat(outside.resolve("precious")).exists();
        assertThat(app).exists();
    }

    @Test
    void aFileInThePlaceOfAFolderIsRefused() throws Exception {
        Path file = Files.writeString(root.resolve("file"), "x");
        assertThatThrownBy(() -> folders.setAside(file))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("PURGE_FORBIDDEN"));
        assertThat(file).exists();
    }

    @Test
    void whatIsAbsentIsNoFailure() throws Exception {
        Path absent = root.resolve("no/such");
        folders.check(absent);
        folders.setAside(absent);
        folders.putBack(absent);
        folders.delete(absent);
        folders.delete(root.resolve("absent"));
        new PurgeFolders(List.of(folder.resolve("noroot"))).delete(folder.resolve("noroot/x"));
        assertThat(root.resolve("no")).doesNotExist();
    }

    @Test
    void aTreeOfAnyDepthIsDeleted() throws Exception {
        Path deep = app;
        for (int i = 0; i < 900; i++) {
            deep = deep.resolve("d");
        }
        Files.createDirectories(deep);
        Files.writeString(deep.resolve("file"), "x");
        Files.createDirectory(app.resolve("deep-0"));
        folders.delete(app);
        try (Stream<Path> left = Files.list(root.resolve("team"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aFolderThatCannotBeMovedIsReportedWithTheReason() throws Exception {
        Files.createDirectory(root.resolve("team/app.bak"));
        Files.writeString(root.resolve("team/app.bak/file"), "somebody's");
        assertThatThrownBy(() -> folders.setAside(app)).isInstanceOfSatisfying(Failure.class, e -> {
            assertThat(e.code()).isEqualTo("PURGE_FAILED");
            assertThat(e.getMessage()).contains("cannot be set aside").doesNotContain("Exception");
        });
        assertThat(app.resolve("file")).hasContent("old");
    }
}
