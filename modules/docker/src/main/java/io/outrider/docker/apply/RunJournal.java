package io.outrider.docker.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.RunJournalEntry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Write-ahead journal of one run: a file of JSON lines, forced to the disk before each change. The first line has what is
 * applied; a run whose first line is not whole has changed nothing. The line {@code commit} ends the way back. Not for
 * several threads.
 */
final class RunJournal implements AutoCloseable {
    static final String SUFFIX = ".journal";
    private static final ObjectMapper JSON = DurableFiles.json();

    private final Path file;
    private final RandomAccessFile content;
    private final Header header;
    private final List<RunJournalEntry> entries = new ArrayList<>();
    private String stopping = "";
    private boolean committed;

    /** @param run id that the labels of its containers have */
    record Header(String run, String project, AppliedRelease release) {}

    /** Exactly one component is present. */
    private record Line(
            Header begin,
            RunJournalEntry.Renamed renamed,
            RunJournalEntry.Stopped stopped,
            RunJournalEntry.SetAside setAside,
            String stopping,
            Boolean commit) {}

    private RunJournal(Path file, Header header) throws IOException {
        this.file = file;
        this.header = header;
        this.content = new RandomAccessFile(file.toFile(), "rw"); // a channel would be closed by an interrupt
    }

    static RunJournal begin(Path folder, Header header) throws Failure {
        Path file = DurableFiles.of(folder, header.project(), SUFFIX);
        try {
            DurableFiles.createFolder(folder);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(DurableFiles.PRIVATE));
            RunJournal journal = new RunJournal(file, header);
            try {
                journal.write(List.of(new Line(header, null, null, null, null, null)), true);
                DurableFiles.force(folder);
                return journal;
            } catch (IOException | Failure e) {
                journal.close();
                Files.deleteIfExists(file);
                throw e;
            }
        } catch (IOException e) {
            throw DurableFiles.unwritable(file, e);
        }
    }

    /**
     * @return null if the run had not begun; the file is gone then
     * @throws Failure if the file is damaged; it is set aside then
     */
    static RunJournal open(Path file) throws Failure {
        try {
            String text = new String(DurableFiles.read(file), StandardCharsets.UTF_8);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1); // a power cut tore the rest
            if (whole.isEmpty()) {
                DurableFiles.delete(file);
                return null;
            }
            List<Line> lines = new ArrayList<>();
            for (String line : whole.split("\n")) {
                lines.add(JSON.readValue(line, Line.class));
            }
            Header header = lines.get(0).begin();
            if (header == null || header.run() == null || header.project() == null || header.release() == null) {
                throw new IOException("its first line is not one of a journal");
            }
            RunJournal journal = new RunJournal(file, header);
            journal.content.setLength(whole.getBytes(StandardCharsets.UTF_8).length);
            journal.content.seek(journal.content.length());
            lines.forEach(journal::note);
            return journal;
        } catch (IOException e) {
            throw damaged(file, e);
        }
    }

    private static Failure damaged(Path file, IOException e) {
        Path aside = file.resolveSibling(file.getFileName() + ".damaged");
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException again) {
            e.addSuppressed(again);
        }
        return new Failure(
                DockerErrors.WAY_BACK_FAILED,
                "the journal of a release, now " + aside + ", is damaged, and containers may be stopped: "
                        + (e instanceof JsonProcessingException ? "it is not JSON" : IoReason.of(e))
                        + "; the release is applied anew",
                e);
    }

    Header header() {
        return header;
    }

    List<RunJournalEntry> entries() {
        return List.copyOf(entries);
    }

    /** Id of the container whose stop was begun and has not been seen to end; empty if there is none. */
    String stopping() {
        return stopping;
    }

    boolean committed() {
        return committed;
    }

    void append(List<? extends RunJournalEntry> all) throws Failure {
        List<Line> lines = new ArrayList<>();
        for (RunJournalEntry entry : all) {
            lines.add(new Line(
                    null,
                    entry instanceof RunJournalEntry.Renamed renamed ? renamed : null,
                    entry instanceof RunJournalEntry.Stopped stopped ? stopped : null,
                    entry instanceof RunJournalEntry.SetAside aside ? aside : null,
                    null,
                    null));
        }
        write(lines, true);
    }

    /** Not forced, as a power cut ends every stop; and not needed unless the daemon is killed within it. */
    void stopping(String id) {
        try {
            write(List.of(new Line(null, null, null, null, id, null)), false);
        } catch (Failure e) {
            stopping = id;
        }
    }

    void commit() throws Failure {
        write(List.of(new Line(null, null, null, null, null, true)), true);
    }

    /** Ends the run for good. */
    void delete() throws Failure {
        close();
        try {
            DurableFiles.delete(file);
        } catch (IOException e) {
            throw DurableFiles.unwritable(file, e);
        }
    }

    @Override
    public void close() {
        try {
            content.close();
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
            long before = content.getFilePointer();
            try {
                content.write(text.toString().getBytes(StandardCharsets.UTF_8));
                if (forced) {
                    content.getFD().sync();
                }
            } catch (IOException e) {
                content.setLength(before);
                content.seek(before);
                throw e;
            }
        } catch (IOException e) {
            throw DurableFiles.unwritable(file, e);
        }
        lines.forEach(this::note);
    }

    private void note(Line line) {
        Stream.of(line.renamed(), line.stopped(), line.setAside())
                .filter(Objects::nonNull)
                .forEach(entries::add);
        stopping = line.stopping() != null ? line.stopping() : stopping;
        committed |= line.commit() != null;
    }
}
