package io.outrider.obd.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.obd.testing.Car;
import io.outrider.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the order of requests, shared answers and the end of exchanges. */
class DiagnosticClientTest {
    private static final long MILLI = 1_000_000;
    private static final CanId ENGINE = CanId.base(0x7E8);
    private static final CanId GEARBOX = CanId.base(0x7E9);

    private final Car car = new Car();
    private DiagnosticClient client = client(timing(0));

    private static ResponseTimeouts timing(long shareMillis) {
        return new ResponseTimeouts(300 * MILLI, 60 * MILLI, 2_000 * MILLI, 4_000 * MILLI, shareMillis * MILLI);
    }

    private DiagnosticClient client(ResponseTimeouts timing) {
        return new DiagnosticClient(car.bus(), IsoTpSettings.DEFAULT, timing, Ticker.system(), Clock.systemUTC());
    }

    @AfterEach
    void close() {
        car.close();
        client.close();
    }

    private static DiagnosticRequest everybody(int... request) {
        byte[] bytes = new byte[request.length];
        for (int i = 0; i < request.length; i++) {
            bytes[i] = (byte) request[i];
        }
        return DiagnosticRequest.of(IsoTpAddress.functional(false), bytes);
    }

    private static DiagnosticRequest engine(int... request) {
        byte[] bytes = new byte[request.length];
        for (int i = 0; i < request.length; i++) {
            bytes[i] = (byte) request[i];
        }
        return DiagnosticRequest.of(IsoTpAddress.between(CanId.base(0x7E0), ENGINE), bytes);
    }

    private static long millis(Callable<?> what) throws Exception {
        long startedAt = System.nanoTime();
        what.call();
        return (System.nanoTime() - startedAt) / MILLI;
    }

    private static DiagnosticRequest unpadded(DiagnosticRequest request) {
        return new DiagnosticRequest(request.address(), request.payload(), 0, Set.of(), null, false);
    }

    private static DiagnosticRequest untilTwoAnswers(DiagnosticRequest request) {
        return new DiagnosticRequest(request.address(), request.payload(), 2, Set.of(), null, true);
    }

    private static DiagnosticRequest withTimeout(DiagnosticRequest request, Duration timeout) {
        return new DiagnosticRequest(request.address(), request.payload(), 0, Set.of(), timeout, true);
    }

    @Test
    void equalSimultaneousRequestsAreSentOnce() throws Exception {
        client = client(new ResponseTimeouts(20_000 * MILLI, 60 * MILLI, 20_000 * MILLI, 20_000 * MILLI, 5 * MILLI));
        FutureTask<Responses> one = new FutureTask<>(() -> client.send(engine(0x01, 0x0C)));
        FutureTask<Responses> other = new FutureTask<>(() -> client.send(engine(0x01, 0x0C)));
        Thread second = new Thread(other, "second");
        new Thread(one, "first").start();
        Await.until("the first is asked", () -> car.heard("7E0#02010C") == 1);
        second.start();
        Await.until("the second waits", () -> second.getState() == Thread.State.WAITING);
        car.say("7E8#04410C0FA0");
        assertThat(other.get()).isSameAs(one.get());
        assertThat(car.heard("7E0#02010C")).isEqualTo(1);
        assertThat(client.exchanges()).isEqualTo(1);
        assertThat(client.shared()).isEqualTo(1);
    }

    @Test
    void equalRequestsSoonAfterShareTheAnswerAndOthersDoNot() throws Exception {
        client = client(timing(60_000));
        car.when("7E0#02010C", "7E8#04410C0FA0").when("7E0#02010D", "7E8#03410D33");
        Responses first = client.send(engine(0x01, 0x0C));
        assertThat(client.send(engine(0x01, 0x0C))).isSameAs(first);
        assertThat(client.send(engine(0x01, 0x0D))).isNotSameAs(first);
        assertThat(client.send(unpadded(engine(0x01, 0x0C)))).isNotSameAs(first);
        assertThat(car.heard("7E0#02010C")).isEqualTo(1);
        assertThat(car.heard("7E0#02010D")).isEqualTo(1);
    }

    @Test
    void writeRequestsAreNotSharedAndInvalidateSharedAnswers() throws Exception {
        client = client(timing(60_000));
        car.when("7E0#0103", "7E8#0443010104").when("7E0#0104", "7E8#0144");
        client.send(engine(0x03));
        client.send(engine(0x04));
        client.send(engine(0x04));
        client.send(engine(0x03));
        assertThat(car.heard("7E0#0103")).isEqualTo(2);
        assertThat(car.heard("7E0#0104")).isEqualTo(2);
        assertThat(client.shared()).isZero();
    }

    @Test
    void aFastEcuDoesNotShortenTheTimeOfAnAwaitedOne() throws Exception {
        client = client(new ResponseTimeouts(20_000 * MILLI, 20 * MILLI, 2_000 * MILLI, 30_000 * MILLI, 0));
        car.when("7DF#02010C", "7E9#037F0112", "200ms 7E8#04410C0FA0");
        Responses answers = client.send(everybody(0x01, 0x0C).untilAnswered(Set.of(ENGINE)));
        assertThat(answers.positive())
                .singleElement()
                .satisfies(answer -> assertThat(answer.source()).isEqualTo(ENGINE));
    }

    @Test
    void aRefusedLongRequestIsReported() throws Exception {
        car.when("7E0#100B2EF190010203", "7E8#037F2E33");
        Responses answers = client.send(engine(0x2E, 0xF1, 0x90, 1, 2, 3, 4, 5, 6, 7, 8));
        assertThat(answers.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(0x33));
    }

    @Test
    void withoutSharingEveryRequestIsSent() throws Exception {
        car.when("7E0#02010C", "7E8#04410C0FA0");
        client.send(engine(0x01, 0x0C));
        client.send(engine(0x01, 0x0C));
        assertThat(car.heard("7E0#02010C")).isEqualTo(2);
        assertThat(client.shared()).isZero();
    }

    @Test
    void aLateAnswerDoesNotReachTheNextRequest() throws Exception {
        car.when("7E0#0322F190", "380ms 7E8#0462F19031").when("7E0#0322F18C", "150ms 7E8#0462F18C32");
        assertThat(client.send(engine(0x22, 0xF1, 0x90)).isEmpty()).isTrue();
        Responses next = client.send(engine(0x22, 0xF1, 0x8C)); // the late answer comes during this request
        assertThat(next.positive()).hasSize(1);
        assertThat(next.positive().get(0).payload()).containsExactly(0x62, 0xF1, 0x8C, 0x32);
        assertThat(next.foreign()).hasSize(1);
    }

    @Test
    void aLateAnswerOfARoutineDoesNotReachTheNextOne() throws Exception {
        car.when("7E0#0431010203", "380ms 7E8#057101020337").when("7E0#0431010204", "150ms 7E8#057101020438");
        assertThat(client.send(engine(0x31, 0x01, 0x02, 0x03)).isEmpty()).isTrue();
        Responses next = client.send(engine(0x31, 0x01, 0x02, 0x04));
        assertThat(next.positive()).hasSize(1);
        assertThat(next.positive().get(0).payload()).containsExactly(0x71, 0x01, 0x02, 0x04, 0x38);
        assertThat(next.foreign()).hasSize(1);
    }

    @Test
    void framesBetweenTwoRequestsAreDiscarded() throws Exception {
        car.when("7E0#0103", "7E8#0443010104");
        client.send(engine(0x03));
        car.say("7E8#0443010203");
        assertThat(client.send(engine(0x03)).positive().get(0).payload()).containsExactly(0x43, 0x01, 0x01, 0x04);
    }

    @Test
    void aPendingEcuMayTakeLongerThanTheFirstAnswer() throws Exception {
        car.when("7E0#0322F190", "7E8#037F2278", "250ms 7E8#037F2278", "700ms 7E8#0462F19031");
        Responses answers = client.send(engine(0x22, 0xF1, 0x90));
        assertThat(answers.positive().get(0).payload()).containsExactly(0x62, 0xF1, 0x90, 0x31);
        assertThat(answers.refusals()).isEmpty();
    }

    @Test
    void anEndlesslyPendingEcuIsAbandonedAtTheTimeLimit() throws Exception {
        client = client(new ResponseTimeouts(100 * MILLI, 20 * MILLI, 3_000 * MILLI, 400 * MILLI, 0));
        car.when("7E0#0322F190", "7E8#037F2278", "150ms 7E8#037F2278", "300ms 7E8#037F2278", "450ms 7E8#037F2278");
        assertThat(millis(() -> assertThat(client.send(engine(0x22, 0xF1, 0x90)).positive())
                        .hasSize(0)))
                .isBetween(390L, 3_000L);
    }

    @Test
    void aPendingEcuIsAwaitedAfterAnAnswerOfAnother() throws Exception {
        car.when("7DF#0322F190", "7E8#037F2278", "7E9#0462F19032", "400ms 7E8#0462F19031");
        assertThat(client.send(everybody(0x22, 0xF1, 0x90)).positive()).hasSize(2);
    }

    @Test
    void aFunctionalRequestIsCompleteWhenTheKnownEcusHaveAnswered() throws Exception {
        client = client(new ResponseTimeouts(2_000 * MILLI, 30_000 * MILLI, 0, 60_000 * MILLI, 0));
        car.when("7DF#02010C", "7E9#04410C0FA4", "7E8#04410C0FA0");
        DiagnosticRequest question = everybody(0x01, 0x0C).untilAnswered(Set.of(ENGINE, GEARBOX));
        assertThat(millis(() -> assertThat(client.send(question).positive()).hasSize(2)))
                .isLessThan(15_000);
        DiagnosticRequest one = everybody(0x01, 0x0C).untilAnswered(Set.of(GEARBOX));
        assertThat(millis(() -> assertThat(client.send(one).positive()).hasSize(1)))
                .isLessThan(15_000);
    }

    @Test
    void aFunctionalRequestIsCompleteAfterTheExpectedAnswers() throws Exception {
        client = client(new ResponseTimeouts(2_000 * MILLI, 30_000 * MILLI, 0, 60_000 * MILLI, 0));
        car.when("7DF#02010C", "7E9#04410C0FA4", "7E8#04410C0FA0");
        assertThat(millis(() -> client.send(untilTwoAnswers(everybody(0x01, 0x0C)))))
                .isLessThan(15_000);
    }

    @Test
    void afterRefusalsOfTheKnownEcusOthersAreAwaited() throws Exception {
        car.when("7DF#02010C", "7E8#037F0112", "20ms 7E9#04410C0FA4");
        Responses answers = client.send(everybody(0x01, 0x0C).untilAnswered(Set.of(ENGINE)));
        assertThat(answers.positive()).hasSize(1);
        assertThat(answers.refusals()).containsExactly(new Responses.Refusal(ENGINE, 0x01, 0x12));
    }

    @Test
    void unknownEcusAreAwaitedForTheQuietTime() throws Exception {
        car.when("7DF#02010C", "7E8#04410C0FA0", "30ms 7E9#04410C0FA4");
        assertThat(client.send(everybody(0x01, 0x0C)).positive()).hasSize(2);
    }

    @Test
    void severalLongAnswersAtOnceAreKeptApart() throws Exception {
        car.when("7DF#020902", "7E8#1008490201414243", "7E9#1008490201616263")
                .when("7E0#300000", "7E8#2144450000000000")
                .when("7E1#300000", "7E9#2164650000000000");
        Responses answers = client.send(everybody(0x09, 0x02).untilAnswered(Set.of(ENGINE, GEARBOX)));
        assertThat(answers.positive())
                .extracting(message ->
                        message.source() + " " + new String(message.payload(), 3, 5, StandardCharsets.US_ASCII))
                .containsExactlyInAnyOrder("7e8 ABCDE", "7e9 abcde");
    }

    @Test
    void anAnswerWithAMissingFrameIsBrokenWithAReason() throws Exception {
        car.when("7E0#020902", "7E8#1014490201314734").when("7E0#300000", "7E8#2252373235323336");
        Responses answers = client.send(engine(0x09, 0x02));
        assertThat(answers.positive()).isEmpty();
        assertThat(answers.broken().get(0).fault())
                .hasMessageStartingWith("consecutive frame 1 was expected and 2 came");
    }

    @Test
    void endlessAnswersEndAtTheTimeLimit() throws Exception {
        String[] flood = new String[400];
        Arrays.fill(flood, "7E8#03410D33");
        car.when("7DF#02010D", flood);
        assertThat(client.send(everybody(0x01, 0x0D)).positive()).hasSizeBetween(1, 255);
    }

    @Test
    void aFloodOfForeignMessagesDoesNotDelayTheRequest() throws Exception {
        ExecutorService flood = Executors.newSingleThreadExecutor();
        try {
            Future<?> flooding = flood.submit(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    car.say("7E8#03410D33");
                    car.say("7E8#1014490201314734");
                }
                return null;
            });
            Responses answers = client.send(engine(0x22, 0xF1, 0x90));
            assertThat(answers.positive()).isEmpty();
            assertThat(answers.foreign()).hasSizeLessThanOrEqualTo(8);
            flooding.cancel(true);
        } finally {
            flood.shutdownNow();
        }
    }

    @Test
    void theTimeoutOfARequestOverridesTheDefault() throws Exception {
        car.when("7E0#0322F190", "600ms 7E8#0462F19031");
        assertThat(client.send(engine(0x22, 0xF1, 0x90)).positive()).isEmpty();
        assertThat(client.send(withTimeout(engine(0x22, 0xF1, 0x90), Duration.ofSeconds(5)))
                        .positive())
                .hasSize(1);
    }

    @Test
    void aLongRequestIsSentInSeveralFramesToOneEcuOnly() throws Exception {
        car.when("7E0#1008223132333435", "7E8#300000").when("7E0#213637", "7E8#0462313200");
        assertThat(client.send(engine(0x22, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37))
                        .positive())
                .hasSize(1);
        assertThatThrownBy(() -> client.send(everybody(0x22, 1, 2, 3, 4, 5, 6, 7)))
                .isInstanceOf(IsoTpException.class)
                .hasMessageContaining("name one ECU with header=");
    }

    @Test
    void aSlowLongRequestEndsAtTheTimeLimit() throws Exception {
        client = client(new ResponseTimeouts(100 * MILLI, 20 * MILLI, 200 * MILLI, 400 * MILLI, 0));
        byte[] request = new byte[4_095]; // 74 s at 127 ms per frame
        request[0] = 0x36;
        car.when("7E0#1FFF360000000000", "7E8#30007F").when("7E1#02010C", "7E9#04410C0FA0");
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            Future<Responses> slow = one.submit(
                    () -> client.send(DiagnosticRequest.of(IsoTpAddress.between(CanId.base(0x7E0), ENGINE), request)));
            Await.until("it is asked", () -> car.heard("7E0#1FFF360000000000") == 1);
            IsoTpAddress gearbox = IsoTpAddress.between(CanId.base(0x7E1), GEARBOX);
            assertThat(millis(() -> assertThat(client.send(DiagnosticRequest.of(gearbox, (byte) 0x01, (byte) 0x0C))
                                    .positive())
                            .hasSize(1)))
                    .isLessThan(30_000);
            assertThatThrownBy(slow::get)
                    .hasCauseInstanceOf(IsoTpException.class)
                    .hasMessageContaining("4095 bytes were sent when the time for the exchange was over");
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void theMinimumGapIsKeptBetweenRequests() throws Exception {
        car.when("7E0#02010C", "7E8#04410C0FA0");
        car.bus().transmitter().minimumGap(TimeUnit.MILLISECONDS.toNanos(120));
        client.send(engine(0x01, 0x0C));
        assertThat(millis(() -> {
                    client.send(engine(0x01, 0x0C));
                    return client.send(engine(0x01, 0x0C));
                }))
                .isGreaterThanOrEqualTo(2 * 120 - 30); // the first answer took part of the gap
    }

    @Test
    void listenOnlySendsNothing() {
        car.bus().transmitter().listenOnly(true);
        assertThatThrownBy(() -> client.send(engine(0x01, 0x0C)))
                .isInstanceOf(BusException.class)
                .hasMessageContaining("listen only");
        assertThat(car.bus().transmitter().sent()).isZero();
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void closingTheBusEndsTheRequestAtOnce() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            Future<Responses> answers =
                    one.submit(() -> client.send(withTimeout(engine(0x01, 0x0C), Duration.ofSeconds(30))));
            Await.until("it is asked", () -> car.heard("7E0#02010C") == 1);
            car.bus().close();
            assertThatThrownBy(answers::get).hasCauseInstanceOf(BusException.class);
        } finally {
            one.shutdown();
        }
    }

    @Test
    void anInterruptedRequestDoesNotAffectTheNextAnswer() throws Exception {
        car.when("7E0#0322F190").when("7E0#02010C", "7E8#04410C0FA0");
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            Future<Responses> first =
                    one.submit(() -> client.send(withTimeout(engine(0x22, 0xF1, 0x90), Duration.ofSeconds(30))));
            Await.until("it is asked", () -> car.heard("7E0#0322F190") == 1);
            first.cancel(true);
            assertThat(client.send(engine(0x01, 0x0C)).positive()).hasSize(1);
        } finally {
            one.shutdownNow();
        }
    }
}
