package io.outrider.agent.daemon;

import io.outrider.agent.commands.FaultInjector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Fault injector armed by files, to simulate a power cut: a thread that passes the point {@code ended} while the folder has
 * a file of that name writes its name to {@code ended.reached} and blocks until the process is killed.
 */
public record FileFaultInjector(Path folder) implements FaultInjector {
    public static FaultInjector in(String folder) {
        return folder == null ? FaultInjector.NONE : new FileFaultInjector(Path.of(folder));
    }

    @Override
    public void at(Point point) {
        String name = point.name().toLowerCase(Locale.ROOT);
        if (!Files.exists(folder.resolve(name))) {
            return;
        }
        try {
            Files.writeString(
                    folder.resolve(name + ".reached"), Thread.currentThread().getName(), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            // another thread is blocked here too
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while (true) {
            LockSupport.park(this);
        }
    }
}
