package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.SegmentFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * In-memory disk for tests: dies in the middle of any write, sync, deletion or cut; loses unforced bytes in a power
 * cut; fills up; and fails at random.
 */
final class SimulatedDisk implements Disk {
    /** Death of the process: thrown by the operation in which it dies, and by all later ones. */
    static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Death() {
            super("dead", null, false, false);
        }
    }

    private static final class FileContent {
        byte[] data = new byte[0];
        byte[] forced = new byte[0];
    }

    private final Random random;
    private final Set<Path> folders = new HashSet<>();
    private Map<Path, FileContent> files = new HashMap<>();
    private Map<Path, FileContent> forcedNames = new HashMap<>(); // directory entries after a power cut
    private int operationsToLive = Integer.MAX_VALUE;
    private boolean dead;
    long capacity = Long.MAX_VALUE;
    boolean fails;
    long refusals;
    long failures; // refusals other than a full disk

    SimulatedDisk(Random random) {
        this.random = random;
    }

    void dieAfter(int operations) {
        operationsToLive = operations;
    }

    /** Restart after the death of the process: written bytes stay. */
    void kill() {
        dead = false;
        operationsToLive = Integer.MAX_VALUE;
    }

    /** Restart after a power cut: of unforced bytes a random part stays. */
    void cutPower() {
        kill();
        Map<Path, FileContent> remaining = new HashMap<>(forcedNames);
        files.forEach((path, content) -> {
            if (random.nextBoolean()) {
                remaining.put(path, content);
            }
        });
        for (Path path : forcedNames.keySet()) {
            if (!files.containsKey(path) && random.nextBoolean()) {
                remaining.remove(path);
            }
        }
        remaining.values().forEach(this::tear);
        files = remaining;
        forcedNames = new HashMap<>(remaining);
    }

    private void tear(FileContent content) {
        byte[] forced = content.forced;
        boolean isLonger = content.data.length >= forced.length
                && Arrays.equals(forced, 0, forced.length, content.data, 0, forced.length);
        if (!isLonger) {
            content.data = random.nextBoolean() ? forced : content.data;
        } else if (content.data.length > forced.length) {
            int extra = random.nextInt(content.data.length - forced.length + 1);
            content.data = Arrays.copyOf(content.data, forced.length + extra);
            if (extra > 0 && random.nextInt(4) == 0) { // a page that was not written
                int from = forced.length + random.nextInt(extra);
                int to = from + random.nextInt(content.data.length - from);
                Arrays.fill(content.data, from, to, (byte) 0);
            }
        }
        content.forced = content.data;
    }

    /** @return whether the operation is done in part, and then fails or dies */
    private boolean step() throws IOException {
        if (dead) {
            throw new Death();
        }
        operationsToLive--;
        if (operationsToLive <= 0) {
            dead = true;
            return true;
        }
        return fails && random.nextInt(3) == 0;
    }

    private void complete(boolean partial) throws IOException {
        if (dead) {
            throw new Death();
        }
        if (partial) {
            refusals++;
            failures++;
            throw new IOException("Input/output error");
        }
    }

    /** Cuts, overwrites or removes one file of a folder, or all of them. @return whether there is one */
    boolean damage(Path folder) {
        List<Path> candidates = files.keySet().stream()
                .filter(each -> each.getParent().equals(folder))
                .sorted()
                .toList();
        if (candidates.isEmpty()) {
            return false;
        }
        Path path = candidates.get(random.nextInt(candidates.size()));
        FileContent content = files.get(path);
        byte[] bytes = content.data.clone();
        int from = random.nextInt(bytes.length + 1);
        switch (random.nextInt(6)) {
            case 0 -> candidates.forEach(this::remove);
            case 1 -> remove(path);
            case 2 -> bytes = Arrays.copyOf(bytes, from);
            case 3 -> bytes = new byte[bytes.length];
            case 4 -> Arrays.fill(bytes, from, bytes.length, (byte) 0);
            default -> random.nextBytes(bytes);
        }
        content.data = bytes;
        content.forced = bytes;
        return true;
    }

    private void remove(Path path) {
        files.remove(path);
        forcedNames.remove(path);
    }

    long used() {
        return files.values().stream().mapToLong(each -> each.data.length).sum();
    }

    @Override
    public SegmentFile open(Path path) throws IOException {
        complete(step() && !files.containsKey(path));
        FileContent content = files.computeIfAbsent(path, each -> new FileContent());
        return new SegmentFile() {
            @Override
            public void startAt(long length) throws IOException {
                boolean partial = step();
                if (!partial || random.nextBoolean()) {
                    content.data = Arrays.copyOf(content.data, (int) length);
                }
                complete(partial);
            }

            @Override
            public void write(byte[] bytes, int length) throws IOException {
                boolean partial = step();
                long free = Math.max(0, capacity - used());
                int written = (int) Math.min(free, partial ? random.nextInt(length + 1) : length);
                int oldLength = content.data.length;
                content.data = Arrays.copyOf(content.data, oldLength + written);
                System.arraycopy(bytes, 0, content.data, oldLength, written);
                complete(partial);
                if (written < length) {
                    refusals++;
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void writeAt(long offset, byte[] bytes) throws IOException {
                boolean partial = step();
                byte[] changed = content.data.clone();
                System.arraycopy(
                        bytes, 0, changed, (int) offset, partial ? random.nextInt(bytes.length) : bytes.length);
                content.data = changed;
                complete(partial);
            }

            @Override
            public void force() throws IOException {
                boolean partial = step();
                if (!partial || random.nextBoolean()) {
                    content.forced = content.data;
                }
                complete(partial);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean exists(Path path) {
        return files.containsKey(path);
    }

    @Override
    public void make(Path folder) throws IOException {
        complete(step() && !folders.contains(folder));
        folders.add(folder);
    }

    @Override
    public Map<String, Long> list(Path folder) {
        Map<String, Long> lengths = new HashMap<>();
        files.forEach((path, content) -> {
            if (path.getParent().equals(folder)) {
                lengths.put(path.getFileName().toString(), (long) content.data.length);
            }
        });
        return lengths;
    }

    private FileContent content(Path path) throws IOException {
        if (dead) {
            throw new Death();
        }
        FileContent content = files.get(path);
        if (content == null) {
            throw new NoSuchFileException(path.toString());
        }
        return content;
    }

    @Override
    public byte[] read(Path path, long offset, int maxBytes) throws IOException {
        byte[] data = content(path).data;
        int from = (int) Math.min(offset, data.length);
        return Arrays.copyOfRange(data, from, Math.min(data.length, from + maxBytes));
    }

    @Override
    public void delete(Path path) throws IOException {
        boolean partial = step();
        if (!partial || random.nextBoolean()) {
            files.remove(path);
        }
        complete(partial);
    }

    @Override
    public void force(Path folder) throws IOException {
        boolean partial = step();
        if (!partial || random.nextBoolean()) {
            forcedNames.keySet().removeIf(path -> path.getParent().equals(folder) && !files.containsKey(path));
            files.forEach((path, content) -> {
                if (path.getParent().equals(folder)) {
                    forcedNames.put(path, content);
                }
            });
        }
        complete(partial);
    }
}
