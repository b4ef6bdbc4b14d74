package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.can.CanBus;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the polling policy with a logger and a car that sends unasked, falls asleep and wakes up. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
@Tag("slow")
class KindnessTest {
    private static final int SILENCE_MILLIS = 400;

    /** Longer than a busy machine delays the car's unasked frames. */
    private static final int LONG_SILENCE_MILLIS = 4_000;

    /** Longer than a busy machine delays an answer. */
    private static final int ANSWER_MILLIS = 1_000;

    private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(SILENCE_MILLIS);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Car car = new Car().when("7DF#02010C", "7E8#04410C0FA0");
    private final ScheduledExecutorService life = Executors.newSingleThreadScheduledExecutor();

    @TempDir
    private Path folder;

    private CanBus bus;
    private Obd obd;

    private void open(boolean listenOnly, SilentBus silentBus) throws Failure {
        open(listenOnly, silentBus, SILENCE_MILLIS);
    }

    private void open(boolean listenOnly, SilentBus silentBus, int silenceMillis) throws Failure {
        bus = car.bus().node();
        ObdSettings settings = new ObdSettings(
                "virtual0", "6", ANSWER_MILLIS, 20, 0, 0, listenOnly, silenceMillis, silentBus, 0, null, null);
        obd = new Obd(car, bus, settings, folder);
    }

    @AfterEach
    void close() throws Exception {
        life.shutdownNow();
        assertThat(life.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        obd.close();
    }

    private void wakes() {
        life.scheduleAtFixedRate(
                () -> {
                    try {
                        car.say("3B3#0102");
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                0,
                10,
                TimeUnit.MILLISECONDS);
    }

    /** From now on the car neither sends nor answers. */
    private void fallsAsleep() throws Exception {
        life.shutdownNow();
        assertThat(life.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        car.forget("7DF#02010C");
    }

    /** Polls as a logger, in one thread: no request is in progress on return. */
    private void poll() throws InterruptedException {
        if (obd.pollingBlocked(false).isEmpty()) {
            try {
                obd.query("RPM", "force", true);
            } catch (Failure e) {
                assertThat(e.actor()).isEqualTo(Failure.Actor.VEHICLE);
            }
        }
        LockSupport.parkNanos(INTERVAL_NANOS);
    }

    private void pollFor(long nanos) throws InterruptedException {
        long begun = System.nanoTime();
        do {
            poll();
        } while (System.nanoTime() - begun < nanos);
    }

    /** Polls at least this long, on a busy machine until there were several requests. */
    private void pollWhileItIsAsked(long nanos) throws InterruptedException {
        pollFor(nanos);
        long begun = System.nanoTime();
        while (asked() <= 3 && System.nanoTime() - begun < PATIENCE_NANOS) {
            poll();
        }
        assertThat(asked()).as("while it is awake, or answers").isGreaterThan(3);
    }

    /** Number of requests the car has received, after all sent frames have arrived. */
    private int asked() {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (car.heard().size() < bus.transmitter().sent() && System.nanoTime() < until) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return car.heard().size();
    }

    private String reason() {
        return obd.pollingBlocked(false).orElse("none");
    }

    @Test
    void aBusWithoutActivityIsNotPolled() throws Exception {
        open(false, SilentBus.WAIT);
        pollFor(SILENCE_NANOS);
        assertThat(asked()).isZero();
        assertThat(reason()).isEqualTo("nothing has been heard on the bus yet");
        assertThat(obd.module().health().facts()).containsEntry("loggers", "nothing has been heard on the bus yet");
    }

    @Test
    void aSleepingCarGetsNoFrameAfterTheSilence() throws Exception {
        open(false, SilentBus.WAIT);
        wakes();
        pollWhileItIsAsked(3 * SILENCE_NANOS);
        Object loggers;
        long begun = System.nanoTime();
        do {
            loggers = obd.module().health().facts().get("loggers");
        } while (!"may ask".equals(loggers) && System.nanoTime() - begun < PATIENCE_NANOS);
        assertThat(loggers).isEqualTo("may ask");
        fallsAsleep();
        pollFor(SILENCE_NANOS + INTERVAL_NANOS);
        int before = asked();
        long sent = bus.transmitter().sent();
        pollFor(4 * SILENCE_NANOS);
        assertThat(asked()).as("frames after the silence").isEqualTo(before);
        assertThat(bus.transmitter().sent()).isEqualTo(sent);
        assertThat(reason()).matches("the bus is silent for [0-9]+ s");
    }

    @Test
    void oneUnaskedFrameOfAWakingCarResumesPolling() throws Exception {
        open(false, SilentBus.WAIT, LONG_SILENCE_MILLIS);
        assertThat(reason()).isEqualTo("nothing has been heard on the bus yet");
        car.say("3B3#0102");
        pollFor(SILENCE_NANOS / 2);
        assertThat(asked()).isPositive();
    }

    @Test
    void answersToManualQueriesKeepLoggersPollingUntilTheyEnd() throws Exception {
        open(false, SilentBus.WAIT);
        pollFor(SILENCE_NANOS);
        assertThat(asked()).isZero();
        assertThat(obd.query("RPM", "force", true).get("value").asDouble()).isEqualTo(1000.0);
        pollWhileItIsAsked(3 * SILENCE_NANOS);
        assertThat(reason()).isEqualTo("none");
        car.forget("7DF#02010C");
        pollFor(SILENCE_NANOS + INTERVAL_NANOS);
        int before = asked();
        pollFor(2 * SILENCE_NANOS);
        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void aCarWithoutUnaskedFramesIsPolledOnceAtStartAndWhileItAnswers() throws Exception {
        open(false, null);
        pollWhileItIsAsked(3 * SILENCE_NANOS);
        assertThat(reason()).isEqualTo("none");
        car.forget("7DF#02010C");
        pollFor(SILENCE_NANOS + 2 * INTERVAL_NANOS);
        int before = asked();
        pollFor(2 * SILENCE_NANOS);
        assertThat(asked()).as("it does not answer any more").isEqualTo(before);
    }

    @Test
    void aCarAsleepAtStartGetsOneRequest() throws Exception {
        open(false, SilentBus.PROBE);
        car.forget("7DF#02010C");
        pollFor(3 * SILENCE_NANOS);
        assertThat(car.heard())
                .as("the question, and whether anybody is there at all")
                .hasSizeLessThanOrEqualTo(2);
        assertThat(reason()).isEqualTo("nothing has been heard on the bus yet");
    }

    @Test
    void rarePollingContinuesWhileTheCarAnswers() throws Exception {
        open(false, SilentBus.WAIT);
        obd.query("RPM", "force", true);
        LockSupport.parkNanos(2 * SILENCE_NANOS);
        assertThat(reason()).as("it has answered the last question").isEqualTo("none");
        car.forget("7DF#02010C");
        pollFor(1);
        assertThat(reason()).as("it has not").matches("the bus is silent for [0-9]+ s");
    }

    @Test
    void aSleepingCarWithUnaskedFramesGetsNoFurtherAttempt() throws Exception {
        open(false, SilentBus.PROBE, LONG_SILENCE_MILLIS);
        wakes();
        for (int i = 0; i < 50; i++) { // the car sends between the requests
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            assertThat(reason()).isEqualTo("none");
        }
        life.shutdownNow();
        assertThat(life.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(obd.query("RPM", "force", true).get("value").asDouble()).isEqualTo(1000.0);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LONG_SILENCE_MILLIS + 500));
        assertThat(reason()).matches("the bus is silent for [0-9]+ s");
    }

    @Test
    void theSettingAskPollsASilentCar() throws Exception {
        open(false, SilentBus.ASK);
        pollFor(SILENCE_NANOS);
        assertThat(asked()).isPositive();
        assertThat(reason()).isEqualTo("none");
    }

    @Test
    void listenOnlyBlocksPollingWithAnySetting() throws Exception {
        open(true, SilentBus.ASK);
        wakes();
        pollFor(SILENCE_NANOS);
        assertThat(asked()).isZero();
        assertThat(reason()).isEqualTo("virtual0 is set to listen only");
        bus.transmitter().listenOnly(false);
        bus.transmitter().pauseFor(TimeUnit.HOURS.toNanos(1));
        assertThat(reason()).isEqualTo("sending on virtual0 is paused");
        bus.transmitter().resume();
        assertThat(reason()).isEqualTo("none");
        car.bus().setUp(false);
        assertThat(reason()).isEqualTo("virtual0 is down or not there");
    }

    @Test
    void manualQueriesAreNeverBlocked() throws Exception {
        open(false, SilentBus.WAIT);
        assertThat(reason()).isEqualTo("nothing has been heard on the bus yet");
        assertThat(obd.query("RPM", "force", true).get("value").asDouble()).isEqualTo(1000.0);
    }
}
