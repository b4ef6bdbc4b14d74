package io.outrider.agent.runtime.storage;

import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Search for other daemons on this machine, as far as this user may see the command lines of processes. */
public final class RunningDaemons {
    private static final String MAIN = "io.outrider.agent.Main";

    private RunningDaemons() {}

    /** End of an error's sentence, such as {@code ; outrider runs as process 278 of outrider}; empty if none is seen. */
    public static String others() {
        String daemons = ProcessHandle.allProcesses()
                .filter(each -> each.pid() != ProcessHandle.current().pid() && isDaemon(words(each.pid())))
                .map(each -> "process " + each.pid()
                        + each.info().user().map(user -> " of " + user).orElse(""))
                .collect(Collectors.joining(" and "));
        return daemons.isEmpty() ? "" : "; outrider runs as " + daemons;
    }

    private static boolean isDaemon(List<String> words) {
        int main = words.indexOf(MAIN);
        return main >= 0 && words.subList(main, words.size()).contains("daemon");
    }

    private static List<String> words(long pid) {
        try {
            byte[] line = SmallFile.read(Path.of("/proc", Long.toString(pid), "cmdline"));
            return Arrays.asList(new String(line, StandardCharsets.UTF_8).split("\0"));
        } catch (IOException e) {
            return List.of(); // it has ended, or is hidden
        }
    }
}
