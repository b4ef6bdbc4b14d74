package io.outrider.agent.builtin.doctor;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Check of the machine's memory, by {@code /proc/meminfo}. */
final class MemoryCheck {
    private static final String NAME = "memory";
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final long KIB_PER_MIB = 1024;

    private MemoryCheck() {}

    /** @param process health of the process; without facts where no daemon runs */
    static Check of(Supplier<Health> process) {
        return Check.of(
                NAME, () -> List.of(judge(meminfo(), process.get().facts().get("resident_mb"))));
    }

    private static String meminfo() throws Failure {
        try {
            return Files.readString(MEMINFO);
        } catch (IOException e) {
            throw new Failure(AgentErrors.NO_PROC, MEMINFO + " cannot be read: " + IoReason.of(e), e);
        }
    }

    /** @param resident MiB of the daemon, or null */
    static CheckReport judge(String meminfo, Object resident) {
        long total = kib("MemTotal", meminfo) / KIB_PER_MIB;
        long available = kib("MemAvailable", meminfo) / KIB_PER_MIB;
        String text = available + " of " + total + " MiB available"
                + (resident == null ? "" : ", " + resident + " in use by the daemon");
        String remedy =
                "ps aux --sort=-rss | head shows who has it; limit containers with their start parameter memory.";
        if (available < total / 20) {
            return CheckReport.bad(NAME, text, remedy);
        }
        return available < total / 10 ? CheckReport.look(NAME, text, remedy) : CheckReport.ok(NAME, text);
    }

    private static long kib(String name, String meminfo) {
        Matcher found = Pattern.compile("(?m)^" + name + ":\\s+(\\d{1,15}) kB").matcher(meminfo);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
}
