package io.outrider.docker.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.JournalEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Write-ahead journal of one run: a file of JSON lines, forced to the disk before each change. The first line has what is
 * applied; a run whose first line is not whole has changed nothing. The line {@code commit} ends the way back. Not for
 * several threads.
 */
final class RunJournal implements AutoCloseable {
    static final String SUFFIX = ".journal";
    private static final String DAMAGED = ".damaged";
    private static final ObjectMapper JSON = DurableFiles.json();

    private final Path file;
    private final FileChannel channel;
    private final Header header;
    private final List<JournalEntry> entries = new ArrayList<>();
    private String stopping = "";
    private boolean committed;

    /** @param run id that the labels of its containers have */
    record Header(String run, String project, AppliedRelease release) {}

    /** Exactly one component is present. */
    private record Line(
            Header begin,
            JournalEntry.Renamed renamed,
            JournalEntry.Stopped stopped,
            JournalEntry.SetAside setAside,
            String stopping,
            Boolean commit) {}

    private RunJournal(Path file, FileChannel channel, Header header) {
        this.file = file;
        this.channel = channel;
        this.header = header;
    }

    static RunJournal begin(Path folder, Header header) throws Failure {
        Path file = DurableFiles.of(folder, header.project(), SUFFIX);
        try {
            DurableFiles.createFolder(folder);
            FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(DurableFiles.PRIVATE));
            RunJournal journal = new RunJournal(file, channel, header);
            try {
                journal.write(List.of(new Line(header, null, null, null, null, null)), true);
                DurableFiles.force(folder);
            } catch (IOException | Failure e) {
                journal.close();
                Files.deleteIfExists(file);
                throw e;
            }
            return journal;
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /**
     * @return null if the run had not begun; the file is gone then
     * @throws Failure if the file cannot be read
     */
    static RunJournal open(Path file) throws Failure {
        try {
            String text = new String(SmallFile.read(file, DurableFiles.LARGEST), StandardCharsets.UTF_8);
            int end = text.lastIndexOf('\n') + 1; // what follows was torn by a power cut
            if (end == 0) {
                delete(file);
                return null;
            }
            List<Line> lines = new ArrayList<>();
            for (String line : text.substring(0, end).split("\n")) {
                lines.add(JSON.readValue(line, Line.class));
            }
            Header header = lines.get(0).begin();
            if (header == null || header.run() == null || header.project() == null || header.release() == null) {
                throw new IOException("its first line is not one of a journal");
            }
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            channel.truncate(text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
            channel.position(channel.size());
            RunJournal journal = new RunJournal(file, channel, header);
            lines.forEach(journal::note);
            return journal;
        } catch (IOException e) {
            putAside(file);
            throw new Failure(
                    DockerErrors.WAY_BACK_FAILED,
                    "the journal of a release, " + file + DAMAGED + ", is damaged, and containers may be stopped: "
                            + (e instanceof JsonProcessingException ? "it is not JSON" : IoReason.of(e))
                            + "; the release is applied anew",
                    e);
        }
    }

    Header header() {
        return header;
    }

    List<JournalEntry> entries() {
        return List.copyOf(entries);
    }

    /** Id of the container whose stop was begun and has not been seen to end; empty if there is none. */
    String stopping() {
        return stopping;
    }

    boolean committed() {
        return committed;
    }

    void append(List<? extends JournalEntry> all) throws Failure {
        List<Line> lines = new ArrayList<>();
        for (JournalEntry entry : all) {
            lines.add(new Line(
                    null,
                    entry instanceof JournalEntry.Renamed renamed ? renamed : null,
                    entry instanceof JournalEntry.Stopped stopped ? stopped : null,
                    entry instanceof JournalEntry.SetAside aside ? aside : null,
                    null,
                    null));
        }
        write(lines, true);
    }

    /** Not forced: a power cut ends every stop. */
    void stopping(String id) throws Failure {
        write(List.of(new Line(null, null, null, null, id, null)), false);
    }

    void commit() throws Failure {
        write(List.of(new Line(null, null, null, null, null, true)), true);
    }

    /** Ends the run for good. */
    void delete() throws Failure {
        close();
        try {
            delete(file);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // all that counts is forced already
        }
    }

    private void write(List<Line> lines, boolean forced) throws Failure {
        try {
            StringBuilder text = new StringBuilder();
            for (Line line : lines) {
                text.append(JSON.writeValueAsString(line)).append('\n');
            }
            long before = channel.position();
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            try {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                if (forced) {
                    channel.force(false);
                }
            } catch (IOException e) {
                channel.truncate(before);
                throw e;
            }
        } catch (IOException e) {
            throw unwritable(file, e);
        }
        lines.forEach(this::note);
    }

    private void note(Line line) {
        if (line.renamed() != null) {
            entries.add(line.renamed());
        } else if (line.stopped() != null) {
            entries.add(line.stopped());
        } else if (line.setAside() != null) {
            entries.add(line.setAside());
        } else if (line.stopping() != null) {
            stopping = line.stopping();
        } else if (line.commit() != null) {
            committed = line.commit();
        }
    }

    private static void putAside(Path file) {
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + DAMAGED), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // it is reported again then
        }
    }

    private static void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            DurableFiles.force(file.toAbsolutePath().getParent());
        }
    }

    private static Failure unwritable(Path file, IOException e) {
        return new Failure(
                DockerErrors.RELEASE_DISK,
                "the journal of a release, " + file + ", cannot be written: " + IoReason.of(e),
                e);
    }
}
