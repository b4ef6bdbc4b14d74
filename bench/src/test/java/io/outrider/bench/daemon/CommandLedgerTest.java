package io.outrider.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandLedgerTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final CommandLedger ledger = new CommandLedger();

    @BeforeEach
    void send() {
        List.of("a", "b", "c").forEach(ledger::sent);
    }

    private void returned(String... jids) {
        List.of(jids).forEach(ledger::returned);
    }

    @Test
    void oneReturnEachInAnyOrderIsExact() throws Exception {
        returned("c", "a", "b");
        assertThat(ledger.await(0)).isTrue();
        assertThat(ledger.isExact()).isTrue();
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.text()).isEqualTo("3 commands: 0 without a return, 0 with several, 0 rejected, 0 unknown");
    }

    @Test
    void aRejectionIsAnAnswerButNotExact() throws Exception {
        returned("a", "b");
        ledger.rejected("c");
        assertThat(ledger.await(0)).isTrue();
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.isExact()).isFalse();
        assertThat(ledger.sent()).isEqualTo(3);
        assertThat(ledger.returned()).isEqualTo(2);
        assertThat(ledger.rejected()).isOne();
        assertThat(ledger.text()).contains("1 rejected");
    }

    @Test
    void aMissingAnswerIsReportedAfterTheWait() throws Exception {
        returned("a", "c");
        assertThat(ledger.await(TimeUnit.MILLISECONDS.toNanos(20))).isFalse();
        assertThat(ledger.isExact()).isFalse();
        assertThat(ledger.unanswered()).isOne();
        assertThat(ledger.text()).contains("1 without a return");
        assertThat(ledger.complaints())
                .containsExactly("1 of 3 commands were neither answered nor rejected, such as b");
    }

    @Test
    void aSecondAnswerDoesNotStandForAMissingOne() throws Exception {
        returned("a", "a", "b");
        assertThat(ledger.await(0)).isFalse();
        assertThat(ledger.unanswered()).isOne();
        assertThat(ledger.text()).contains("1 without a return, 1 with several");
    }

    @Test
    void aSecondAnswerIsReportedWithoutAMissingOne() throws Exception {
        returned("a", "b", "c", "b", "b");
        assertThat(ledger.await(0)).isTrue();
        assertThat(ledger.isExact()).isFalse();
        assertThat(ledger.text()).contains("0 without a return, 1 with several");
        assertThat(ledger.complaints()).containsExactly("1 of 3 commands were answered more than once, such as b");
    }

    @Test
    void aRejectionAfterAReturnIsASecondAnswer() {
        returned("a", "b", "c");
        ledger.rejected("a");
        assertThat(ledger.isExact()).isFalse();
        assertThat(ledger.complaints()).containsExactly("1 of 3 commands were answered more than once, such as a");
    }

    @Test
    void anAnswerToAnUnknownCommandIsCountedApart() {
        returned("a", "b", "c", "d");
        assertThat(ledger.isExact()).isFalse();
        assertThat(ledger.text()).contains("1 unknown");
        assertThat(ledger.returned()).isEqualTo(3);
        assertThat(ledger.complaints()).isEmpty();
    }

    @Test
    void theWaitEndsWithTheLastAnswer() throws Exception {
        Thread other = new Thread(() -> returned("a", "b", "c"), "returns");
        long begun = System.nanoTime();
        other.start();
        assertThat(ledger.await(PATIENCE)).isTrue();
        assertThat(System.nanoTime() - begun).isLessThan(PATIENCE);
        other.join();
    }
}
