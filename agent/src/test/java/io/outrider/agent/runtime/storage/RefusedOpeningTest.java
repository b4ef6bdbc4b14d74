package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedOpeningTest {
    @TempDir
    Path folder;

    private boolean refuses;

    /** Disk whose files can be opened, but not positioned. */
    private final Disk disk = new WatchedDisk((operation, path) -> {
        if (refuses && (operation == WatchedDisk.Operation.CUT || operation == WatchedDisk.Operation.WRITE)) {
            throw new IOException("Input/output error");
        }
    });

    @Test
    void aSyncThatCannotOpenTheFileDoesNotMakeTheNextRecordOverwriteTheFirst() throws IOException {
        try (SegmentedLog log = SegmentedLog.open(folder, 1 << 20, (place, payload) -> {}, disk, null)) {
            log.appendUnsynced(List.of(bytes("one")));
            refuses = true;
            assertThatThrownBy(() -> log.appendUnsynced(List.of(bytes("lost")))).isInstanceOf(IOException.class);
            assertThatThrownBy(log::force).isInstanceOf(IOException.class);
            refuses = false;
            log.append(List.of(bytes("two")));
        }
        List<String> found = new ArrayList<>();
        SegmentedLog.open(
                        folder,
                        1 << 20,
                        (place, payload) -> found.add(new String(payload, StandardCharsets.UTF_8)),
                        Disk.SYSTEM,
                        null)
                .close();
        assertThat(found).containsExactly("one", "two");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
