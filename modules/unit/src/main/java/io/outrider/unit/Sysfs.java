package io.outrider.unit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What the kernel tells under {@code /sys}, in small files of one value. Any thread; waits for nothing but the driver. */
public final class Sysfs {
    private final Path root;

    /** @param root {@code /sys}, or a folder like it */
    public Sysfs(Path root) {
        this.root = root;
    }

    /** The machine's own. */
    public static Sysfs ofThisMachine() {
        return new Sysfs(Path.of("/sys"));
    }

    /** The entries of a folder whose names begin so, sorted by name; none if there is no such folder. */
    public List<Path> entries(String folder, String prefix) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root.resolve(folder))) {
            for (Path each : all) {
                if (each.getFileName().toString().startsWith(prefix)) {
                    found.add(each);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        found.sort(null);
        return List.copyOf(found);
    }

    /** A file of this tree, without blanks and the NUL that a device tree ends its texts with; empty if it cannot be read. */
    public Optional<String> text(String file) {
        return text(root.resolve(file));
    }

    public static Optional<String> text(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return Optional.of(text.replace("\0", "").strip());
        } catch (IOException e) {
            return Optional.empty(); // drivers answer with errors of all kinds while a sensor sleeps or is unplugged
        }
    }

    /** Empty if the file cannot be read or holds something else. */
    public static OptionalLong whole(Path file) {
        try {
            return text(file).map(Long::parseLong).map(OptionalLong::of).orElse(OptionalLong.empty());
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Empty if the file cannot be read or holds something else; never NaN nor infinite. */
    public static OptionalDouble decimal(Path file) {
        try {
            double value = text(file).map(Double::parseDouble).orElse(Double.NaN);
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
