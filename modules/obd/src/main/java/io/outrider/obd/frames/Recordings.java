package io.outrider.obd.frames;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.obd.errors.ObdErrors;
import io.outrider.obd.query.OrderedMap;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Folder of recordings in candump's log format, readable by its owner only, bounded in bytes each and in total. */
final class Recordings {
    record Arguments(
            @JsonPropertyDescription("name of a recording to delete first; it cannot be had back")
            String delete) {}

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String ENDING = ".log";
    private static final String UNFINISHED = ".part";
    private static final long MEGABYTE = 1_000_000;

    /** Limit of the number of files, as an empty one takes no bytes. */
    private static final int MOST = 1_000;

    private static final int MOST_NAMES = 40;

    private final Path folder;
    private final int oneMegabytes;
    private final int allMegabytes;
    private final Set<Path> open = new HashSet<>(); // this and all following fields: guarded by this
    private long reserved;

    Recordings(Path folder, int oneMegabytes, int allMegabytes) {
        this.folder = folder;
        this.oneMegabytes = oneMegabytes;
        this.allMegabytes = allMegabytes;
    }

    /** Path of the recording of this name, existing or not. */
    Path file(String name) throws Failure {
        if (!NAME.matcher(name).matches()) {
            throw Failure.argument(
                    "file",
                    "'" + (name.length() > 100 ? name.substring(0, 40) + "…" : name)
                            + "' is no name for a recording: use 1 to 100 letters, digits, dots, dashes, underscores");
        }
        return folder.resolve(name.endsWith(ENDING) ? name : name + ENDING);
    }

    Path existing(String name) throws Failure {
        Path file = file(name);
        if (!Files.isRegularFile(file)) {
            throw Failure.argument(
                    "file",
                    "there is no recording '" + name + "'; there are: " + (names().isEmpty() ? "none" : someNames()));
        }
        return file;
    }

    private String someNames() throws Failure {
        List<String> names = names();
        return String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                + (names.size() > MOST_NAMES ? ", …" : "");
    }

    private List<String> names() throws Failure {
        return list().stream().map(each -> String.valueOf(each.get("file"))).toList();
    }

    List<Map<String, Object>> list(Arguments arguments) throws Failure {
        if (arguments.delete() != null) {
            try {
                Files.deleteIfExists(existing(arguments.delete()));
            } catch (IOException e) {
                throw failure("the recording cannot be deleted", e);
            }
        }
        return list();
    }

    private List<Map<String, Object>> list() throws Failure {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ENDING))
                    .sorted()
                    .flatMap(Recordings::describe)
                    .toList();
        } catch (IOException e) {
            throw failure("the folder of recordings cannot be read", e);
        }
    }

    /** Empty for a file deleted meanwhile. */
    private static Stream<Map<String, Object>> describe(Path file) {
        Map<String, Object> entry = OrderedMap.of("file", file.getFileName().toString());
        try {
            entry.put("bytes", Files.size(file));
            entry.put("recorded", Files.getLastModifiedTime(file).toString());
        } catch (NoSuchFileException e) {
            return Stream.empty();
        } catch (IOException e) {
            entry.put("error", IoReason.of(e));
        }
        return Stream.of(entry);
    }

    /** Starts a recording. An existing one of the same name remains until this one is finished. */
    synchronized RecordingInProgress begin(Path file) throws Failure, IOException {
        Set<PosixFilePermission> owners = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(owners));
        Files.setPosixFilePermissions(folder, owners); // permissions of an earlier version
        long taken = reserved;
        int count = open.size();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                if (!each.toString().endsWith(UNFINISHED)) {
                    taken += size(each);
                    count += each.equals(file) ? 0 : 1;
                } else if (!open.contains(each)) {
                    Files.deleteIfExists(each); // left by a killed process
                }
            }
        }
        long room = Math.min(oneMegabytes * MEGABYTE, allMegabytes * MEGABYTE - taken);
        if (room <= 0 || count >= MOST) {
            throw new Failure(
                    ObdErrors.STORAGE,
                    (room <= 0 ? fullReason() : "there may be " + MOST + " recordings")
                            + "; delete some with obd.recordings delete=NAME: " + someNames());
        }
        RecordingInProgress unfinished = new RecordingInProgress(file, room);
        open.add(unfinished.path);
        reserved += room;
        return unfinished;
    }

    /** Size in bytes; 0 if the file was deleted or renamed meanwhile. */
    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private synchronized void ended(RecordingInProgress unfinished) {
        open.remove(unfinished.path);
        reserved -= unfinished.room;
    }

    String fullReason() {
        return "a recording may have " + oneMegabytes + " MB and all together " + allMegabytes
                + " MB (recording_mb and recordings_mb of [obd])";
    }

    /** Recording in progress; deleted if closed before it is finished. */
    final class RecordingInProgress implements AutoCloseable {
        private final Path file;
        private final Path path;
        private final long room;
        private final OutputStream out;
        private long written;
        private boolean full;

        private RecordingInProgress(Path file, long room) throws IOException {
            this.file = file;
            this.room = room;
            this.path = file.resolveSibling(file.getFileName() + UNFINISHED);
            this.out = new BufferedOutputStream(Channels.newOutputStream(Files.newByteChannel(
                    path,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))));
        }

        /** @return false if the size limit is reached */
        boolean add(String line) throws IOException {
            byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
            full |= written + bytes.length > room;
            if (full) {
                return false;
            }
            out.write(bytes);
            written += bytes.length;
            return true;
        }

        boolean isFull() {
            return full;
        }

        void finish() throws IOException {
            out.close();
            Files.move(path, file, StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public void close() throws IOException {
            try (out) {
                ended(this);
            } finally {
                Files.deleteIfExists(path);
            }
        }
    }

    static Failure failure(String what, IOException e) {
        return new Failure(ObdErrors.STORAGE, what + ": " + IoReason.of(e), e);
    }
}
