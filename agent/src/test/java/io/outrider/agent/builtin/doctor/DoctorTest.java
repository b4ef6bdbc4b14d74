package io.outrider.agent.builtin.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Check;
import io.outrider.api.Check.Topic;
import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DoctorTest {
    private static final Duration SHORT = TimeoutFactor.scaled(Duration.ofMillis(300));

    private final Doctor doctor = new Doctor(Ticker.system(), SHORT);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void end() {
        released.countDown();
        doctor.close();
        Await.until(
                "the threads of checks have ended",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> each.getName().startsWith("doctor ")));
    }

    private List<DoctorLine> run(Check... checks) throws Failure, InterruptedException {
        return doctor.run(Map.of("toy", List.of(checks)), Topic.CONDITION);
    }

    private void awaitRelease() {
        boolean isReleased = false;
        while (!isReleased) {
            try {
                released.await();
                isReleased = true;
            } catch (InterruptedException e) {
                // as a read of a dead network file system
            }
        }
    }

    @Test
    void reportsAreLinesInTheOrderOfTheChecks() throws Exception {
        Check two = Check.of("two", () -> List.of(CheckReport.ok("a", "well"), CheckReport.bad("b", "ill", "Do it.")));
        Check one = Check.of("one", () -> List.of(CheckReport.look("c", "so", "See.")));
        assertThat(run(two, one))
                .containsExactly(
                        new DoctorLine("toy", "a", Verdict.OK, "well", ""),
                        new DoctorLine("toy", "b", Verdict.BAD, "ill", "Do it."),
                        new DoctorLine("toy", "c", Verdict.LOOK, "so", "See."));
    }

    @Test
    void onlyChecksOfTheTopicRun() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Check awake = Check.awake("awake", () -> {
            runs.incrementAndGet();
            return List.of();
        });
        assertThat(run(awake)).isEmpty();
        assertThat(runs).hasValue(0);
        doctor.run(Map.of("toy", List.of(awake)), Topic.AWAKE);
        assertThat(runs).hasValue(1);
    }

    @Test
    void aFailureIsABadLine() throws Exception {
        Check failing = Check.of("failing", () -> {
            throw new Failure(AgentErrors.NO_PROC, "/proc cannot be read: mount it");
        });
        assertThat(run(failing))
                .containsExactly(new DoctorLine("toy", "failing", Verdict.BAD, "/proc cannot be read: mount it", ""));
    }

    @Test
    @Announces("check broken of toy failed")
    void aFaultOfACheckIsALineWithoutTheExceptionAndHarmsNoOther() throws Exception {
        Check broken = Check.of("broken", () -> {
            throw new IllegalStateException("secret");
        });
        assertThat(run(broken, Check.of("well", () -> List.of(CheckReport.ok("well", "it is")))))
                .containsExactly(
                        new DoctorLine("toy", "broken", Verdict.LOOK, "not checked", FaultText.SENTENCE),
                        new DoctorLine("toy", "well", Verdict.OK, "it is", ""));
    }

    @Test
    void anOverdueCheckIsALineAndIsInterrupted() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        Check slow = Check.of("slow", () -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return List.of();
        });
        Check well = Check.of("well", () -> List.of(CheckReport.ok("well", "it is")));
        assertThat(run(slow, well))
                .extracting(DoctorLine::name, DoctorLine::verdict)
                .containsExactly(tuple("slow", Verdict.LOOK), tuple("well", Verdict.OK));
        interrupted.await();
    }

    @Test
    void checksRunAtTheSameTime() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Check.Work meeting = () -> {
            both.countDown();
            both.await();
            return List.of(CheckReport.ok("met", "yes"));
        };
        assertThat(run(Check.of("one", meeting), Check.of("other", meeting)))
                .extracting(DoctorLine::verdict)
                .containsOnly(Verdict.OK);
    }

    @Test
    void aCheckThatIgnoresTheInterruptIsNotRunTwice() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Check stuck = Check.of("stuck", () -> {
            runs.incrementAndGet();
            awaitRelease();
            return List.of();
        });
        assertThat(run(stuck)).extracting(DoctorLine::verdict).containsExactly(Verdict.LOOK);
        assertThat(run(stuck)).extracting(DoctorLine::verdict).containsExactly(Verdict.LOOK);
        assertThat(runs).hasValue(1);
        released.countDown();
        Await.until("it runs again", () -> run(stuck).isEmpty());
    }

    @Test
    void anInterruptedCallerInterruptsTheChecks() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Check slow = Check.of("slow", () -> {
            begun.countDown();
            try {
                released.await();
            } finally {
                ended.countDown();
            }
            return List.of();
        });
        try (Doctor patient = new Doctor(Ticker.system())) {
            Thread caller = new Thread(
                    () -> assertThatThrownBy(() -> patient.run(Map.of("toy", List.of(slow)), Topic.CONDITION))
                            .isInstanceOf(InterruptedException.class),
                    "caller");
            caller.start();
            begun.await();
            caller.interrupt();
            ended.await();
            caller.join();
        }
    }

    @Test
    void oneCallerWaitsForAnotherAndAThirdIsRefused() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        Check slow = Check.of("slow", () -> {
            begun.countDown();
            released.await();
            return List.of();
        });
        try (Doctor patient = new Doctor(Ticker.system())) {
            Callable<List<DoctorLine>> call = () -> patient.run(Map.of("toy", List.of(slow)), Topic.CONDITION);
            FutureTask<List<DoctorLine>> first = new FutureTask<>(call);
            FutureTask<List<DoctorLine>> second = new FutureTask<>(call);
            new Thread(first, "first").start();
            Await.until("the first runs", () -> begun.getCount() == 1);
            Thread waiting = new Thread(second, "second");
            waiting.start();
            Await.until("the second waits", () -> waiting.getState() == Thread.State.WAITING);
            assertThatThrownBy(call::call)
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo("BUSY"));
            released.countDown();
            assertThat(first.get()).isEmpty();
            assertThat(second.get()).isEmpty();
        }
    }

    @Test
    void linesAreBounded() throws Exception {
        CheckReport longOne = CheckReport.look("n".repeat(2_000), "t".repeat(5_000), "r".repeat(5_000));
        List<DoctorLine> lines = run(Check.of("many", () -> Collections.nCopies(1_000, longOne)));
        assertThat(lines).hasSize(50).allSatisfy(each -> {
            assertThat(each.name()).hasSizeLessThan(100);
            assertThat(each.text()).hasSizeLessThan(1_010);
            assertThat(each.remedy()).hasSizeLessThan(1_010);
        });
    }
}
