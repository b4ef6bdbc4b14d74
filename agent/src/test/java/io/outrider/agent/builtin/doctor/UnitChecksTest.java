package io.outrider.agent.builtin.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.runtime.clock.Synchronisation.SyncState;
import io.outrider.agent.runtime.storage.SmallFileSystem;
import io.outrider.api.Check.Topic;
import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The agent's own checks of the machine. */
class UnitChecksTest {
    private static final Instant NOW = Instant.parse("2026-11-22T14:10:00.123Z");

    private static Health facts(Map<String, Object> facts) {
        return new Health(facts, List.of(), List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:07Z, YES, BAD",
        "2025-12-31T23:59:59Z, YES, BAD",
        "2106-02-07T06:28:15Z, YES, BAD",
        "2026-11-22T14:10:00Z, YES, OK",
        "2026-11-22T14:10:00Z, NO, LOOK",
        "2026-11-22T14:10:00Z, UNKNOWN, LOOK"
    })
    void theClockHasToBePlausibleAndSynchronised(Instant now, SyncState state, Verdict verdict) {
        CheckReport report = ClockCheck.judge(now, state, Health.NOTHING);
        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.text()).contains(now.toString());
        assertThat(report.remedy().isEmpty()).isEqualTo(verdict == Verdict.OK);
    }

    @Test
    void aClockThatTheDaemonTrustsForAnotherReasonIsOk() {
        Health trusted = facts(Map.of("trusted", true, "source", "position"));
        assertThat(ClockCheck.judge(NOW, SyncState.NO, trusted))
                .isEqualTo(CheckReport.ok("clock", "2026-11-22T14:10:00Z, trusted by position"));
        assertThat(ClockCheck.judge(Instant.EPOCH, SyncState.NO, trusted).verdict())
                .isEqualTo(Verdict.BAD);
        Health untrusted = facts(Map.of("trusted", false, "source", "guess"));
        assertThat(ClockCheck.judge(NOW, SyncState.NO, untrusted).verdict()).isEqualTo(Verdict.LOOK);
    }

    @ParameterizedTest
    @CsvSource({
        "8000000000, 4000000000, false, OK",
        "8000000000, 700000000, false, LOOK",
        "8000000000, 40000000, false, BAD",
        "200000000, 60000000, false, OK",
        "8000000000, 4000000000, true, BAD",
        "0, 0, false, BAD"
    })
    void spaceOnTheDiskIsJudged(long total, long usable, boolean isReadOnly, Verdict verdict) {
        CheckReport report = DiskCheck.judge("/var/lib/outrider", total, usable, isReadOnly, "Make room.");
        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.text()).contains("/var/lib/outrider");
    }

    /** Lines as systemd mounts the root for a service with ProtectSystem=strict; superblock options stand behind. */
    @Test
    void theMountOfTheDataFolderIsTheOneThatMayBeReadOnly() {
        String mounts = """
                305 304 254:1 / / ro,relatime shared:1 master:1 - ext4 /dev/vda1 rw
                310 305 0:22 / /var/lib/docker ro - tmpfs tmpfs rw
                311 305 254:1 /var/lib/outrider /var/lib/outrider rw,relatime shared:2 - ext4 /dev/vda1 rw
                312 305 254:1 / /srv rw - ext4 /dev/vda1 rw
                313 305 254:2 / /srv ro,errors=remount-ro - ext4 /dev/vda2 ro
                """;
        assertThat(DiskCheck.isReadOnly(Path.of("/var/lib/outrider/buffer"), mounts))
                .isFalse();
        assertThat(DiskCheck.isReadOnly(Path.of("/var/lib/outrider-2"), mounts)).isTrue();
        assertThat(DiskCheck.isReadOnly(Path.of("/srv/data"), mounts))
                .as("mounted over the first")
                .isTrue();
    }

    /** Lines of a unit whose root is an image, and of one whose disk the kernel has made read-only after an error. */
    @Test
    void aDiskThatIsReadOnlyByItselfIsToldFromAMountThatIs() {
        String mounts = """
                25 1 7:0 / / rw,relatime shared:1 - squashfs /dev/loop0 ro,errors=continue
                26 25 254:1 / /var rw,relatime - ext4 /dev/vda1 rw
                27 25 254:2 / /data rw,relatime - ext4 /dev/vda2 ro,errors=remount-ro
                28 25 254:3 / /usr ro - ext4 /dev/vda3 rw
                """;
        assertThat(DiskCheck.isReadOnlyDisk(Path.of("/"), mounts)).isTrue();
        assertThat(DiskCheck.isReadOnlyDisk(Path.of("/var/tmp"), mounts)).isFalse();
        assertThat(DiskCheck.isReadOnlyDisk(Path.of("/usr"), mounts)).isFalse();
        assertThat(DiskCheck.isReadOnly(Path.of("/data/outrider"), mounts)).isTrue();
        assertThat(DiskCheck.isReadOnly(Path.of("/var/lib/outrider"), mounts)).isFalse();
        assertThat(DiskCheck.isReadOnly(Path.of("/"), "")).as("not told").isFalse();
    }

    @Test
    void aFullDiskOnlyToBeReadIsNoFault(@TempDir Path folder) throws Exception {
        Path image = Files.createDirectory(folder.resolve("image"));
        try (SmallFileSystem disk = new SmallFileSystem(image, 64)) {
            Files.write(image.resolve("filling"), new byte[60_000]);
            CheckReport full = new DiskCheck(folder).reports(List.of(image)).get(1);
            assertThat(full.verdict()).isEqualTo(Verdict.BAD);
            disk.setWritable(false);
            assertThat(new DiskCheck(folder).reports(List.of(image)).get(1))
                    .isEqualTo(CheckReport.ok("disk " + image, "read-only; the daemon writes nothing there"));
            assertThat(new DiskCheck(image).reports(List.of()).get(0))
                    .extracting(CheckReport::verdict, CheckReport::text)
                    .containsExactly(Verdict.BAD, image + " is read-only");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "64000000, 60000000, OK",
        "64000000, 6000000, BAD",
        "8000000000, 40000000, BAD",
        "8000000000, 700000000, LOOK",
        "8000000000, 4000000000, OK"
    })
    void aSmallDiskBesideTheDataIsJudgedByItsShare(long total, long usable, Verdict verdict) {
        CheckReport report = DiskCheck.judgeOther("/tmp", total, usable, "Make room.");
        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.name()).isEqualTo("disk /tmp");
        assertThat(report.text()).endsWith(" %, in /tmp");
    }

    @Test
    void eachDiskIsCheckedOnceAndAdvisedAboutByItself(@TempDir Path folder) throws Exception {
        Path memory = Path.of("/dev/shm"); // another disk on every Linux
        List<CheckReport> reports = new DiskCheck(folder.resolve("not/yet"))
                .reports(List.of(folder, folder.resolve("none"), memory, memory));
        assertThat(reports).extracting(CheckReport::name).containsExactly("disk", "disk /dev/shm");
    }

    @Test
    void memoryIsJudgedByWhatIsAvailable() {
        String meminfo = """
                MemTotal:        1000448 kB
                MemFree:           51200 kB
                MemAvailable:     %d kB
                """;
        assertThat(MemoryCheck.judge(meminfo.formatted(500_000), 71))
                .isEqualTo(CheckReport.ok("memory", "488 of 977 MiB available, 71 in use by the daemon"));
        assertThat(MemoryCheck.judge(meminfo.formatted(80_000), null).verdict()).isEqualTo(Verdict.LOOK);
        assertThat(MemoryCheck.judge(meminfo.formatted(20_000), null).verdict()).isEqualTo(Verdict.BAD);
    }

    @Test
    void lostRecordsAreCountedByReason() {
        assertThat(LossCheck.judge(facts(Map.of("lost", Map.of("age", 0L)))).verdict())
                .isEqualTo(Verdict.OK);
        CheckReport report = LossCheck.judge(facts(Map.of("lost", Map.of("full", 30L, "age", 12L, "disk", 0L))));
        assertThat(report.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(report.text())
                .isEqualTo("42 records lost since the start of the daemon, by reason: {age=12, full=30}");
    }

    /** Lines as systemd 252 prints them. */
    @Test
    void crashesAreThoseThatTheServiceManagerSaw() {
        String running = "NRestarts=%s\nExecMainStatus=0\nLoadState=loaded\nActiveState=active\nResult=success\n"
                + "InactiveExitTimestamp=Sun 2026-11-22 14:02:11 UTC\n";
        assertThat(RestartCheck.judge(running.formatted(0)))
                .isEqualTo(CheckReport.ok("crashes", "none since the service was started"));
        CheckReport restarted = RestartCheck.judge(running.formatted(2));
        assertThat(restarted.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(restarted.text())
                .isEqualTo("restarted 2 times after a failure, last at Sun 2026-11-22 14:02:11 UTC");
        CheckReport failed = RestartCheck.judge(
                "LoadState=loaded\nActiveState=failed\nResult=exit-code\nExecMainStatus=3\nNRestarts=5\n");
        assertThat(failed.verdict()).isEqualTo(Verdict.BAD);
        assertThat(failed.text()).isEqualTo("the service has failed (exit-code 3)");
        CheckReport hung =
                RestartCheck.judge("LoadState=loaded\nActiveState=activating\nResult=watchdog\nNRestarts=1\n");
        assertThat(hung.text())
                .isEqualTo("restarted 1 time after a failure (watchdog), last at a time that is not known");
        assertThat(RestartCheck.judge("LoadState=not-found\nActiveState=inactive\n")
                        .text())
                .isEqualTo("not known: there is no service outrider");
    }

    @Test
    void allChecksEndOnThisMachine(@TempDir Path folder) throws Exception {
        LinkSettings none =
                new LinkSettings(null, null, null, null, null, null, null, null, null, null, null, null, null, null);
        UnitChecks unit = new UnitChecks(
                folder.resolve("not/made/yet"),
                Clock.systemUTC(),
                Clock.systemUTC(),
                () -> () -> SyncState.YES,
                () -> none,
                () -> Map.of("buffer", Health.NOTHING));
        try (Doctor doctor = new Doctor(Ticker.system())) {
            List<DoctorLine> lines = doctor.run(unit.checks(), Topic.CONDITION);
            assertThat(lines)
                    .extracting(DoctorLine::name)
                    .filteredOn(each -> !each.startsWith("disk "))
                    .containsExactly("link", "clock", "disk", "memory", "crashes", "losses");
            assertThat(lines.get(0).text()).isEqualTo("no [link] url is set: no fleet reaches this unit");
            assertThat(lines.get(1).verdict()).isEqualTo(Verdict.OK);
            assertThat(lines.get(2).text()).contains("not/made/yet");
        }
    }
}
