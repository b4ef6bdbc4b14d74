package io.outrider.agent.store;

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

    /** Its files can be opened, and not be set to where they are to be written. */
    private SegmentFile file(Path path) throws IOException {
        SegmentFile file = SegmentFile.open(path);
        return new SegmentFile() {
            @Override
            public void startAt(long length) throws IOException {
                refuse();
                file.startAt(length);
            }

            @Override
            public void write(byte[] bytes, int length) throws IOException {
                refuse();
                file.write(bytes, length);
            }

            @Override
            public void force() throws IOException {
                file.force();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    private void refuse() throws IOException {
        if (refuses) {
            throw new IOException("Input/output error");
        }
    }

    @Test
    void aSyncThatCannotOpenTheFileDoesNotMakeTheNextRecordOverwriteTheFirst() throws IOException {
        try (SegmentedLog log = SegmentedLog.open(folder, 1 << 20, (place, payload) -> {}, this::file)) {
            log.note(List.of(bytes("one")));
            refuses = true;
            assertThatThrownBy(() -> log.note(List.of(bytes("lost")))).isInstanceOf(IOException.class);
            assertThatThrownBy(log::force).isInstanceOf(IOException.class);
            refuses = false;
            log.append(List.of(bytes("two")));
        }
        List<String> found = new ArrayList<>();
        SegmentedLog.open(folder, 1 << 20, (place, payload) -> found.add(new String(payload, StandardCharsets.UTF_8)))
                .close();
        assertThat(found).containsExactly("one", "two");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
