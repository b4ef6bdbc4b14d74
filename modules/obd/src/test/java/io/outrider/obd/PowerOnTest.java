package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.can.CanBus;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the polling state across restarts of the daemon, reloads and boots. */
@Tag("slow")
class PowerOnTest {
    @TempDir
    private Path folder;

    private final Car car = new Car();
    private final List<Obd> opened = new ArrayList<>();
    private CanBus bus;
    private Obd obd;

    /** Starts the daemon, or reopens the module, in this boot. */
    private void open(String boot) throws Failure {
        bus = car.bus().node();
        ObdSettings settings =
                new ObdSettings("virtual0", "auto", 1_000, 20, 0, 0, false, 400, SilentBus.PROBE, 0, null, null);
        obd = new Obd(car, bus, settings, folder, boot);
        opened.add(obd);
    }

    private void reload(String boot) throws Failure {
        obd.module().close();
        open(boot);
    }

    @AfterEach
    void close() {
        opened.forEach(Obd::close);
    }

    /** Polls once, as a logger. */
    private boolean polls() throws InterruptedException {
        if (obd.pollingBlocked(false).isPresent()) {
            return false;
        }
        try {
            obd.query("RPM");
        } catch (Failure e) {
            assertThat(e.code()).isEqualTo("NO_DATA");
        }
        return true;
    }

    private int frames() throws Exception {
        Await.until(
                "all that was sent has come",
                () -> car.heard().size() >= bus.transmitter().sent());
        return car.heard().size();
    }

    @Test
    void aSleepingCarIsPolledOncePerBootDespiteRestarts() throws Exception {
        open("first");
        assertThat(polls()).isTrue();
        assertThat(frames()).as("0100 with 11 and with 29 bits").isEqualTo(2);
        assertThat(polls()).isFalse();
        for (int i = 0; i < 5; i++) {
            reload("first");
            assertThat(polls()).isFalse();
        }
        assertThat(frames()).isEqualTo(2);
        assertThat(obd.pollingBlocked(false))
                .hasValueSatisfying(reason -> assertThat(reason).isEqualTo("nothing has been heard on the bus yet"));
        reload("second");
        assertThat(polls()).as("after the next power-on").isTrue();
        assertThat(frames()).isEqualTo(4);
    }

    @Test
    void afterAKillBeforeTheAnswerTheCarIsNotPolledAgain() throws Exception {
        open("first");
        assertThat(obd.pollingBlocked(false)).isEmpty();
        open("first"); // the earlier process was killed
        assertThat(polls()).isFalse();
        assertThat(frames()).isZero();
    }

    @Test
    void pollingOfACarWithoutUnaskedFramesContinuesAfterAReload() throws Exception {
        car.supports("7E8", 1, 0x0C).when("7DF#02010C", "7E8#04410C0FA0");
        open("first");
        assertThat(polls()).isTrue();
        reload("first");
        assertThat(obd.module().health().facts()).containsEntry("loggers", "may ask");
        assertThat(polls()).isTrue();
        assertThat(car.heard("7DF#02010C")).isEqualTo(2);
    }

    @Test
    void afterAKillAnAnsweringCarIsPolledUntilItStopsAnswering() throws Exception {
        car.supports("7E8", 1, 0x0C).when("7DF#02010C", "7E8#04410C0FA0");
        open("first");
        assertThat(polls()).isTrue();
        assertThat(polls()).isTrue();
        Await.until("the answer is written down", this::isAnswerWritten);
        open("first"); // the earlier process was killed
        car.forget("7DF#020100").forget("7DF#02010C");
        assertThat(polls()).isTrue();
        int asked = frames();
        Await.until("that nobody has answered is written down", () -> !isAnswerWritten());
        open("first");
        assertThat(polls()).isFalse();
        assertThat(frames()).isEqualTo(asked);
    }

    private boolean isAnswerWritten() {
        try {
            String[] words = Files.readString(folder.resolve("polling")).split(" ");
            return Long.parseLong(words[1]) >= Long.parseLong(words[2]);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void manualQueriesAreNotSaved() throws Exception {
        car.supports("7E8", 1, 0x0C).when("7DF#02010C", "7E8#04410C0FA0");
        open("first");
        obd.query("RPM");
        obd.module().close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theStateFileIsReadableByItsOwnerOnly() throws Exception {
        open("first");
        assertThat(polls()).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("polling"))))
                .isEqualTo("rw-------");
    }

    @Test
    void theFirstPollIsBlockedIfItsStateCannotBeSaved() throws Exception {
        Files.createDirectories(folder.resolve("polling.new").resolve("not empty"));
        open("first");
        assertThat(obd.pollingBlocked(false))
                .hasValue("nothing has been heard on the bus yet, and that it was asked cannot be written down: is the"
                        + " disk full?");
        assertThat(frames()).isZero();
    }

    @Test
    void aCorruptStateFileBlocksTheFirstPoll() throws Exception {
        Files.writeString(folder.resolve("polling"), "first x");
        open("first");
        assertThat(polls()).isFalse();
        Files.writeString(folder.resolve("polling"), "");
        reload("second");
        assertThat(polls()).isTrue();
    }

    private static String mode(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void theFolderAndItsFilesAreReadableByTheirOwnerOnly() throws Exception {
        folder = folder.resolve("obd");
        open("one boot");
        assertThat(polls()).isTrue();
        obd.module().close();
        assertThat(mode(folder)).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("polling"))).isEqualTo("rw-------");
    }

    @Test
    void permissionsOfAnEarlierVersionAreCorrected() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(folder.resolve("polling.new"), "cut o");
        Files.setPosixFilePermissions(folder.resolve("polling.new"), PosixFilePermissions.fromString("rw-r--r--"));
        open("one boot");
        assertThat(polls()).isTrue();
        obd.module().close();
        assertThat(mode(folder)).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("polling"))).isEqualTo("rw-------");
    }
}
