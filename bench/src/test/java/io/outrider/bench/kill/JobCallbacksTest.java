package io.outrider.bench.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.kill.WebhookReceiver.Received;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JobCallbacksTest {
    private static Received at(long millis, String state, boolean refused) {
        return new Received("/0/ok", "1", state, true, refused, TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static Received taken(long millis, String state) {
        return at(millis, state, false);
    }

    private static boolean right(Received... all) {
        return new JobCallbacks(List.of(all)).isRight();
    }

    @Test
    void aTimeoutComesBeforeTheExecution() {
        assertThat(right(taken(0, "TIMEOUT"), taken(1, "COMMAND_EXECUTED"))).isTrue();
        assertThat(right(taken(0, "COMMAND_EXECUTED"), taken(1, "TIMEOUT"))).isFalse();
        assertThat(right(taken(0, "COMMAND_EXECUTED"))).isTrue();
    }

    @Test
    void aUnitThatNeverAnswersHasATimeoutOnly() {
        JobCallbacks silent = new JobCallbacks(List.of(taken(0, "TIMEOUT")));
        assertThat(silent.isTimedOut()).isTrue();
        assertThat(silent.isRight()).isTrue();
        assertThat(new JobCallbacks(List.of()).isTimedOut()).isFalse();
        assertThat(new JobCallbacks(List.of(taken(0, "TIMEOUT"), taken(1, "COMMAND_EXECUTED"))).isTimedOut())
                .isFalse();
    }

    @Test
    void aCallbackWithAWrongSignatureIsWrong() {
        assertThat(right(new Received("/0/ok", "1", "COMMAND_EXECUTED", false, false, 0)))
                .isFalse();
    }

    @Test
    void aRefusedCallbackComesAgainBehindThePause() {
        assertThat(right(at(0, "COMMAND_EXECUTED", true), taken(1_050, "COMMAND_EXECUTED")))
                .isTrue();
        assertThat(right(at(0, "COMMAND_EXECUTED", true), taken(300, "COMMAND_EXECUTED")))
                .isFalse();
    }

    @Test
    void aCallbackThatWasTakenComesAgainOnlyIfItsInstanceDied() {
        assertThat(right(taken(0, "COMMAND_EXECUTED"), taken(60_000, "COMMAND_EXECUTED")))
                .isTrue();
        assertThat(right(taken(0, "COMMAND_EXECUTED"), taken(4, "COMMAND_EXECUTED")))
                .isFalse();
    }

    @Test
    void thereAreFiveAttemptsAtMost() {
        Received[] all = new Received[6];
        for (int i = 0; i < all.length; i++) {
            all[i] = taken(60_000L * i, "COMMAND_EXECUTED");
        }
        assertThat(right(all)).isFalse();
        assertThat(new JobCallbacks(List.of(all).subList(0, 5)).isRight()).isTrue();
    }

    @Test
    void aCallbackThatCameOnceMoreIsCounted() {
        assertThat(new JobCallbacks(List.of(at(0, "TIMEOUT", true), taken(1_000, "TIMEOUT"))).again())
                .isZero();
        assertThat(new JobCallbacks(List.of(taken(0, "TIMEOUT"), taken(60_000, "TIMEOUT"), taken(60_100, "X"))).again())
                .isOne();
    }

    @Test
    void aJobIsExecutedWhenItsCallbackSaysSo() {
        assertThat(new JobCallbacks(List.of(taken(0, "TIMEOUT"))).isExecuted()).isFalse();
        assertThat(new JobCallbacks(List.of(taken(0, "COMMAND_EXECUTED"))).isExecuted())
                .isTrue();
    }
}
