package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.storage.DurableDirectories;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dead letter file of the latest rejected records, one JSON object a line; an older half beside it ends in .1. */
record DeadLetterFile(Path file) {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterFile.class);
    private static final int LONGEST = 256 * 1024;

    private static final Set<StandardOpenOption> APPENDED =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    private static final FileAttribute<?> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    void append(Batch batch, String why) {
        try {
            DurableDirectories.make(file.toAbsolutePath().getParent());
            for (SequencedRecord each : batch.records()) {
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("why", why);
                line.put("boot", batch.runId());
                line.put("sequence", each.sequence());
                line.put("row", each.record().row());
                byte[] text = RowEncoder.MAPPER.writeValueAsBytes(line);
                if (text.length >= LONGEST) { // of a larger row only type and size
                    line.put("row", Map.of("@t", each.record().type(), "bytes", text.length));
                    text = RowEncoder.MAPPER.writeValueAsBytes(line);
                }
                append(text);
            }
        } catch (IOException e) {
            LOG.warn("rejected record cannot be written to {}: {}", file, IoReason.of(e));
        }
    }

    private void append(byte[] json) throws IOException {
        SmallFile.check(file);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        if (Files.exists(file) && Files.size(file) + line.length > LONGEST) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        try (OutputStream to = Channels.newOutputStream(FileChannel.open(file, APPENDED, OWN))) {
            to.write(line);
        }
    }
}
