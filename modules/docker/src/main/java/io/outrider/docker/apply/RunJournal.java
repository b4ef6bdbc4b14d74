package io.outrider.docker.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.RunJournalEntry;
import io.outrider.docker.plan.WayBack;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Write-ahead journal of one run: a file of JSON lines, forced to the disk before each change. The first line has what is
 * applied and is there as a whole or not at all. Not for several threads.
 */
final class RunJournal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunJournal.class);

    static final String SUFFIX = ".journal";

    /** Suffix of journals of committed runs whose clean-up failed; the tilde is in no project's name as it is encoded. */
    static final String REST = "~" + SUFFIX;

    private final Path file;
    private final List<RunJournalEntry> entries;
    private final RandomAccessFile content; // a channel would be closed by an interrupt

    private RunJournal(Path file, List<RunJournalEntry> entries, long length) throws IOException {
        this.file = file;
        this.entries = entries;
        this.content = new RandomAccessFile(file.toFile(), "rw");
        content.setLength(length);
        content.seek(length);
    }

    /** Goes on with the journal of a run that could not be taken back: the way back leads to what was before that one. */
    static RunJournal begin(Path folder, RunJournalEntry.Begun begun) throws Failure {
        Path file = DurableFiles.of(folder, begun.release().name(), SUFFIX);
        if (!Files.exists(file)) {
            DurableFiles.replace(file, begun);
            return open(file);
        }
        RunJournal journal = open(file);
        String run = journal.begun().run();
        journal.append(List.of(new RunJournalEntry.Begun(run, begun.release(), begun.rolledBack())));
        return journal;
    }

    /**
     * With all lines that can be read; the last one may be torn.
     *
     * @throws Failure if it cannot be read now, or its first line is damaged; then it is set aside
     */
    static RunJournal open(Path file) throws Failure {
        try {
            String text = new String(DurableFiles.read(file), StandardCharsets.ISO_8859_1); // a character is a byte
            List<RunJournalEntry> entries = new ArrayList<>();
            int length = 0;
            for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', length)) {
                RunJournalEntry entry = entry(text.substring(length, end));
                if (entry != null) {
                    entries.add(entry);
                } else if (length == 0) {
                    break;
                } else {
                    LOG.warn("{} has a line that is damaged or of another version: it is passed over", file);
                }
                length = end + 1;
            }
            if (entries.isEmpty()
                    || !(entries.get(0) instanceof RunJournalEntry.Begun begun)
                    || begun.run() == null
                    || begun.release() == null) {
                throw new Failure(
                        DockerErrors.WAY_BACK_FAILED,
                        "the journal of a release, now " + DurableFiles.setAside(file)
                                + ", is damaged at its begin, and containers may be"
                                + " stopped: the release is applied anew");
            }
            return new RunJournal(file, entries, length);
        } catch (IOException e) {
            throw new Failure(
                    DockerErrors.WAY_BACK_FAILED,
                    "the journal " + file + " of a release cannot be read: " + IoReason.of(e) + "; it is tried again",
                    e);
        }
    }

    /** Null if the line is none. */
    private static RunJournalEntry entry(String line) {
        try {
            byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
            return DurableFiles.JSON.readValue(new String(bytes, StandardCharsets.UTF_8), RunJournalEntry.class);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    RunJournalEntry.Begun begun() {
        return (RunJournalEntry.Begun) WayBack.ofLastRun(entries).get(0);
    }

    List<RunJournalEntry> entries() {
        return List.copyOf(entries);
    }

    /** Ids of the containers whose stops were begun and have not been seen to end. */
    List<String> stopping() {
        return entries.stream()
                .map(entry -> entry instanceof RunJournalEntry.Stopping stopping ? stopping.ids() : null)
                .filter(Objects::nonNull)
                .reduce(List.of(), (earlier, later) -> later);
    }

    boolean committed() {
        return entries.contains(new RunJournalEntry.Committed());
    }

    void append(List<? extends RunJournalEntry> all) throws Failure {
        write(all, true);
    }

    /** Not forced, as a power cut ends every stop; and not needed unless the daemon is killed within it. */
    void stopping(List<String> ids) {
        if (ids.equals(stopping())) {
            return;
        }
        RunJournalEntry entry = new RunJournalEntry.Stopping(ids);
        try {
            write(List.of(entry), false);
        } catch (Failure e) {
            entries.add(entry);
        }
    }

    /** Gives a committed journal the name of a rest, with what the one of that name has still to do. */
    void keepAs(Path rest) throws Failure {
        if (Files.exists(rest)) {
            try (RunJournal earlier = open(rest)) {
                append(WayBack.ofLastRun(earlier.entries).stream()
                        .skip(1)
                        .filter(entry -> !entries.contains(entry))
                        .toList());
            }
        }
        try {
            Files.move(file, rest, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw DurableFiles.unwritable(rest, e);
        }
    }

    /** Ends the run for good. */
    void delete() throws Failure {
        close();
        DurableFiles.delete(file);
    }

    @Override
    public void close() {
        try {
            content.close();
        } catch (IOException e) {
            // all that counts is forced already
        }
    }

    private void write(List<? extends RunJournalEntry> all, boolean forced) throws Failure {
        try {
            StringBuilder text = new StringBuilder();
            for (RunJournalEntry entry : all) {
                text.append(DurableFiles.JSON.writeValueAsString(entry)).append('\n');
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
        entries.addAll(all);
    }
}
