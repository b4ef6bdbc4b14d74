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
 * A mock of a disk, in memory, that dies in the middle of any write, sync, deletion or cut; loses what was not forced when
 * the power goes, down to single bytes; fills up; and refuses at random.
 */
final class SimulatedDisk implements Disk {
    /** The process is dead: thrown by the operation in which it died, and by all later ones. */
    static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Death() {
            super("dead", null, false, false);
        }
    }

    private static final class Content {
        byte[] data = new byte[0];
        byte[] forced = new byte[0];
    }

    private final Random random;
    private final Set<Path> folders = new HashSet<>();
    private Map<Path, Content> files = new HashMap<>();
    private Map<Path, Content> forcedNames = new HashMap<>(); // what the folders hold after a power cut
    private int operationsToLive = Integer.MAX_VALUE;
    private boolean dead;
    long capacity = Long.MAX_VALUE;
    boolean fails;
    long refusals;
    long failures; // those of them that were not for want of room

    SimulatedDisk(Random random) {
        this.random = random;
    }

    void dieAfter(int operations) {
        operationsToLive = operations;
    }

    /** The death of the process: what was written stays. */
    void kill() {
        dead = false;
        operationsToLive = Integer.MAX_VALUE;
    }

    /** The death of the machine: of what was not forced, only some is left. */
    void cutPower() {
        kill();
        Map<Path, Content> left = new HashMap<>(forcedNames);
        files.forEach((path, content) -> {
            if (random.nextBoolean()) {
                left.put(path, content);
            }
        });
        for (Path path : forcedNames.keySet()) {
            if (!files.containsKey(path) && random.nextBoolean()) {
                left.remove(path);
            }
        }
        left.values().forEach(this::tear);
        files = left;
        forcedNames = new HashMap<>(left);
    }

    private void tear(Content content) {
        byte[] forced = content.forced;
        boolean isLonger = content.data.length >= forced.length
                && Arrays.equals(forced, 0, forced.length, content.data, 0, forced.length);
        if (!isLonger) {
            content.data = random.nextBoolean() ? forced : content.data;
        } else if (content.data.length > forced.length) {
            int extra = random.nextInt(content.data.length - forced.length + 1);
            content.data = Arrays.copyOf(content.data, forced.length + extra);
            if (extra > 0 && random.nextInt(4) == 0) { // a page that did not get there
                int from = forced.length + random.nextInt(extra);
                int to = from + random.nextInt(content.data.length - from);
                Arrays.fill(content.data, from, to, (byte) 0);
            }
        }
        content.forced = content.data;
    }

    /** @return whether it is done in half, and then death or refusal comes */
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

    private void end(boolean half) throws IOException {
        if (dead) {
            throw new Death();
        }
        if (half) {
            refusals++;
            failures++;
            throw new IOException("Input/output error");
        }
    }

    /** While nobody runs, a file of a folder is cut, overwritten or removed, or all of them are. @return whether there is one */
    boolean harm(Path folder) {
        List<Path> there = files.keySet().stream()
                .filter(each -> each.getParent().equals(folder))
                .sorted()
                .toList();
        if (there.isEmpty()) {
            return false;
        }
        Path path = there.get(random.nextInt(there.size()));
        Content content = files.get(path);
        byte[] bytes = content.data.clone();
        int from = random.nextInt(bytes.length + 1);
        switch (random.nextInt(6)) {
            case 0 -> there.forEach(this::remove);
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
        end(step() && !files.containsKey(path));
        Content content = files.computeIfAbsent(path, each -> new Content());
        return new SegmentFile() {
            @Override
            public void startAt(long length) throws IOException {
                boolean half = step();
                if (!half || random.nextBoolean()) {
                    content.data = Arrays.copyOf(content.data, (int) length);
                }
                end(half);
            }

            @Override
            public void write(byte[] bytes, int length) throws IOException {
                boolean half = step();
                long room = Math.max(0, capacity - used());
                int written = (int) Math.min(room, half ? random.nextInt(length + 1) : length);
                int end = content.data.length;
                content.data = Arrays.copyOf(content.data, end + written);
                System.arraycopy(bytes, 0, content.data, end, written);
                end(half);
                if (written < length) {
                    refusals++;
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void writeAt(long offset, byte[] bytes) throws IOException {
                boolean half = step();
                byte[] changed = content.data.clone();
                System.arraycopy(bytes, 0, changed, (int) offset, half ? random.nextInt(bytes.length) : bytes.length);
                content.data = changed;
                end(half);
            }

            @Override
            public void force() throws IOException {
                boolean half = step();
                if (!half || random.nextBoolean()) {
                    content.forced = content.data;
                }
                end(half);
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
        end(step() && !folders.contains(folder));
        folders.add(folder);
    }

    @Override
    public Map<String, Long> list(Path folder) {
        Map<String, Long> found = new HashMap<>();
        files.forEach((path, content) -> {
            if (path.getParent().equals(folder)) {
                found.put(path.getFileName().toString(), (long) content.data.length);
            }
        });
        return found;
    }

    private Content content(Path path) throws IOException {
        if (dead) {
            throw new Death();
        }
        Content content = files.get(path);
        if (content == null) {
            throw new NoSuchFileException(path.toString());
        }
        return content;
    }

    @Override
    public byte[] read(Path path, long offset, int most) throws IOException {
        byte[] data = content(path).data;
        int from = (int) Math.min(offset, data.length);
        return Arrays.copyOfRange(data, from, Math.min(data.length, from + most));
    }

    @Override
    public void delete(Path path) throws IOException {
        boolean half = step();
        if (!half || random.nextBoolean()) {
            files.remove(path);
        }
        end(half);
    }

    @Override
    public void force(Path folder) throws IOException {
        boolean half = step();
        if (!half || random.nextBoolean()) {
            forcedNames.keySet().removeIf(path -> path.getParent().equals(folder) && !files.containsKey(path));
            files.forEach((path, content) -> {
                if (path.getParent().equals(folder)) {
                    forcedNames.put(path, content);
                }
            });
        }
        end(half);
    }
}
