package io.outrider.agent.operator.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderListingTest {
    @TempDir
    private Path folder;

    @Test
    void filesThatVanishMeanwhileHideNoOther() throws Exception {
        for (int i = 0; i < 20; i++) {
            Files.createDirectories(folder.resolve("busy/" + i));
        }
        Files.writeString(folder.resolve("zulu"), "stays");
        AtomicBoolean isOver = new AtomicBoolean();
        Thread writer = new Thread(() -> churn(isOver), "churn");
        writer.start();
        try {
            for (int i = 0; i < 200; i++) {
                assertThat(new FolderListing(folder).text()).contains("zulu").contains(folder + "\n");
            }
        } finally {
            isOver.set(true);
            writer.join();
        }
    }

    private void churn(AtomicBoolean isOver) {
        try {
            while (!isOver.get()) {
                for (int i = 0; i < 20; i++) {
                    Path busy = folder.resolve("busy/" + i);
                    Files.writeString(busy.resolve("file"), "x");
                    Files.delete(busy.resolve("file"));
                    Files.delete(busy);
                    Files.createDirectory(busy);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFileThatIsGoneIsALine() {
        Path gone = folder.resolve("gone");
        FolderListing listing = new FolderListing(folder);
        listing.visitFile(gone, null);
        listing.visitFileFailed(gone, new IOException("it hangs"));
        assertThat(listing).hasToString(gone + ": there is no such file or directory\n" + gone + ": it hangs\n");
    }

    @Test
    void aFolderOfTooManyFilesIsCut() throws Exception {
        for (int i = 0; i < 5_010; i++) {
            Files.createFile(folder.resolve("f" + i));
        }
        assertThat(new FolderListing(folder).text())
                .endsWith("and more than 5000 files\n")
                .hasLineCount(5_001);
    }

    @Test
    void aFolderThatIsNotThereIsAFailure() {
        assertThatThrownBy(() -> new FolderListing(folder.resolve("none")).text())
                .isInstanceOf(Failure.class)
                .hasMessageContaining("none is not there, or may not be read by this user");
    }
}
