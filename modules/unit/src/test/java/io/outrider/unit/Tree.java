package io.outrider.unit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder like {@code /sys}, whose files the test writes as drivers do: with a line's end. */
public record Tree(Path root) {
    public Tree with(String file, Object value) {
        try {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, value + "\n");
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Tree without(String file) {
        try {
            Files.delete(root.resolve(file));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Sysfs sysfs() {
        return new Sysfs(root);
    }
}
