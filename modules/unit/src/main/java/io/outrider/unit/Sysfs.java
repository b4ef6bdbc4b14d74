package io.outrider.unit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reader of single-value files below {@code /sys}. Any thread; blocks only while the driver does. */
public final class Sysfs {
    private final Path root;

    public Sysfs(Path root) {
        this.root = root;
    }

    public static Sysfs ofThisMachine() {
        return new Sysfs(Path.of("/sys"));
    }

    /** Entries of a folder with this name prefix, sorted by name; empty if the folder does not exist. */
    public List<Path> entries(String folder, String prefix) {
        File[] found = root.resolve(folder).toFile().listFiles((in, name) -> name.startsWith(prefix));
        return found == null
                ? List.of()
                : Stream.of(found).map(File::toPath).sorted().toList();
    }

    /** Content without blanks and the trailing NUL of device-tree strings; empty if the file cannot be read. */
    public Optional<String> text(String file) {
        return text(root.resolve(file));
    }

    public static Optional<String> text(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return Optional.of(text.replace("\0", "").strip());
        } catch (IOException e) {
            return Optional.empty(); // drivers fail with all kinds of errors while a sensor sleeps or is unplugged
        }
    }

    /** Empty if the file cannot be read or holds no integer. */
    public static OptionalLong whole(Path file) {
        try {
            return text(file).map(Long::parseLong).map(OptionalLong::of).orElse(OptionalLong.empty());
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Empty if the file cannot be read or holds no finite number. */
    public static OptionalDouble decimal(Path file) {
        try {
            double value = text(file).map(Double::parseDouble).orElse(Double.NaN);
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
