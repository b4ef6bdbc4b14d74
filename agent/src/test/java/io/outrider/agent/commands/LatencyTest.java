package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Latency of an empty job, without disk where there is a memory file system. */
@Tag("slow")
class LatencyTest {
    @TempDir
    Path folder;

    @Test
    void anEmptyJobHasLittleOverhead() throws Exception {
        List<Long> onDisk = measure(folder);
        report("on disk", onDisk);
        Path memory = Path.of("/dev/shm");
        if (Files.isWritable(memory)) {
            Path there = Files.createTempDirectory(memory, "jobs");
            List<Long> inMemory = measure(there);
            report("in memory", inMemory);
            try (var files = Files.list(there)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    Files.delete(file);
                }
            }
            Files.delete(there);
            assertThat(inMemory.get(inMemory.size() / 2))
                    .as("a wait somewhere; the figure itself is in bench/measure commands")
                    .isLessThan(20_000);
        }
    }

    private static void report(String where, List<Long> micros) {
        System.out.println("from delivery to answer, " + where + ": median " + micros.get(micros.size() / 2)
                + " µs, p99 " + micros.get(micros.size() * 99 / 100) + " µs");
    }

    private static List<Long> measure(Path folder) throws Failure, InterruptedException {
        Semaphore replied = new Semaphore(0);
        Publisher publisher = (topic, payload, callback) -> {
            if (topic.equals(Reply.RETURN)) {
                replied.release();
            }
            callback.acknowledged();
            return true;
        };
        Functions functions = new Functions(new Binder(Json.mapper()), List.of(new ReplyBodies()));
        List<Long> micros = new ArrayList<>();
        try (Jobs jobs = new Jobs(
                new Jobs.Dependencies(
                        folder,
                        "unit-1",
                        "boot-1",
                        () -> functions,
                        publisher,
                        new JobObserver() {},
                        Clock.systemUTC(),
                        () -> true,
                        Ticker.system(),
                        FaultInjector.NONE,
                        new Inhibitions(Ticker.system())),
                JobSettings.defaults())) {
            jobs.start();
            for (int i = 0; i < 1_500; i++) {
                byte[] command = JobsUnit.command("j" + i, "t.echo", i).getBytes(StandardCharsets.UTF_8);
                long start = System.nanoTime();
                jobs.accept(List.of(new InboundMessage("command", command, false, () -> {})));
                assertThat(replied.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
                micros.add((System.nanoTime() - start) / 1_000);
            }
        }
        List<Long> last = new ArrayList<>(micros.subList(500, micros.size()));
        Collections.sort(last);
        return last;
    }
}
