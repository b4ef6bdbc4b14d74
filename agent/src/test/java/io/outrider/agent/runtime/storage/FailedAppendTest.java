package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedAppendTest {
    @TempDir
    private Path folder;

    @Test
    void anAppendErrorGivesTheReasonAndNotOnlyTheFileName() throws IOException {
        Disk disk = new WatchedDisk(
                (operation, path) -> {
                    if (operation == WatchedDisk.Operation.WRITE) {
                        throw new AccessDeniedException(path.toString());
                    }
                },
                SegmentFile::write);
        try (SegmentedLog log = SegmentedLog.open(folder, 1 << 20, (at, bytes) -> {}, disk, null)) {
            assertThatThrownBy(() -> log.append(List.of(new byte[10])))
                    .isInstanceOf(IOException.class)
                    .hasMessage("permission denied");
        }
    }
}
