package io.outrider.agent.runtime.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServiceManagerTest {
    @TempDir
    private Path directory;

    private static ServiceManager on(String socket) {
        return ServiceManager.of(Map.of("NOTIFY_SOCKET", socket), Ticker.system());
    }

    private static void hears(String name) throws Exception {
        try (NotifySocket receiver = new NotifySocket(name)) {
            ServiceManager manager = on(name);
            manager.ready();
            assertThat(receiver.next()).isEqualTo("READY=1");
            long before = TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
            manager.reloading();
            String reloading = receiver.next();
            assertThat(reloading).startsWith("RELOADING=1|MONOTONIC_USEC=");
            assertThat(Long.parseLong(reloading.substring(reloading.lastIndexOf('=') + 1)))
                    .isBetween(before, TimeUnit.NANOSECONDS.toMicros(System.nanoTime()));
            manager.status("link üp\r\nbus down\n");
            assertThat(receiver.next()).isEqualTo("STATUS=link üp bus down");
            manager.alive();
            assertThat(receiver.next()).isEqualTo("WATCHDOG=1");
            manager.stopping();
            assertThat(receiver.next()).isEqualTo("STOPPING=1");
        }
    }

    @Test
    void notificationsReachAPathSocket() throws Exception {
        hears(directory.resolve("notify").toString());
    }

    @Test
    void notificationsReachAnAbstractSocket() throws Exception {
        hears("@outrider-test-" + ProcessHandle.current().pid());
    }

    @Test
    void theClockIsSystemdsMonotonicClock() throws Exception {
        Process python = new ProcessBuilder("python3", "-c", "import time; print(time.monotonic_ns())").start();
        long theirs =
                Long.parseLong(new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        assertThat(python.waitFor()).isZero();
        assertThat(Math.abs(Ticker.system().nanos() - theirs)).isLessThan(TimeUnit.SECONDS.toNanos(30));
    }

    @Test
    @Announces("^notification READY=1 to systemd failed: .*; systemd may end this process$")
    void aMissingSocketIsTolerated() {
        ServiceManager manager = on(directory.resolve("gone").toString());
        manager.ready();
        manager.status("nobody hears this, and nobody is told again");
    }

    @Test
    @Announces("^systemd notifications disabled: NOTIFY_SOCKET: 'vsock:2:1234' is neither")
    void anAddressOfAnotherFamilyIsTolerated() {
        on("vsock:2:1234").ready();
    }

    @Test
    void aTooLongNameIsTolerated() {
        on("/" + "x".repeat(200)).ready();
        on("@").ready();
        on("/").ready();
    }

    /** In a process of its own, whose loaded classes are listed. */
    @Test
    void withoutASocketTheNativeLibraryIsNotLoaded() throws Exception {
        assertThat(loaded("")).contains("ServiceManager").doesNotContain("com.sun.jna");
        assertThat(loaded("/nowhere/notify")).contains("com.sun.jna.Native");
    }

    /** Sends READY once. */
    static final class NotifyingProgram {
        private NotifyingProgram() {}

        public static void main(String[] arguments) {
            Map<String, String> environment = arguments.length == 0 ? Map.of() : Map.of("NOTIFY_SOCKET", arguments[0]);
            ServiceManager manager = ServiceManager.of(environment, Ticker.system());
            manager.ready();
            new Watchdog(manager, new Heartbeats(Ticker.system()), Ticker.system()).close();
        }
    }

    private static String loaded(String socket) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:stdout",
                "-cp",
                System.getProperty("java.class.path"),
                NotifyingProgram.class.getName());
        if (!socket.isEmpty()) {
            builder.command().add(socket);
        }
        Process java = builder.redirectErrorStream(true).start();
        String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void theWatchdogIsForThisProcessOnly() {
        String own = Long.toString(ProcessHandle.current().pid());
        assertThat(watchdog("3000000", own)).isEqualTo(Duration.ofSeconds(3));
        assertThat(watchdog("3000000", "")).isEqualTo(Duration.ofSeconds(3));
        assertThat(watchdog("3000000", own + "0")).isNull();
        assertThat(watchdog("", own)).isNull();
        assertThat(watchdog("0", own)).isNull();
        assertThat(watchdog("-1", own)).isNull();
        assertThat(watchdog(Long.toString(Long.MAX_VALUE), own)).isNull();
    }

    @Test
    @Announces("WATCHDOG_USEC is 'soon'")
    void aWatchdogWithoutATimeIsNotServed() {
        assertThat(watchdog("soon", "")).isNull();
    }

    private static Duration watchdog(String micros, String pid) {
        return ServiceManager.of(
                        Map.of("NOTIFY_SOCKET", "@x", "WATCHDOG_USEC", micros, "WATCHDOG_PID", pid), Ticker.system())
                .watchdog()
                .orElse(null);
    }
}
