package io.outrider.unit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fake sysfs tree in a folder; files end with a newline, as drivers write them. */
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
