package io.outrider.bench.press;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandLedgerTest {
    private final CommandLedger ledger = new CommandLedger();

    @Test
    void oneAnswerToEachIsRightWhateverItIs() {
        ledger.sent("1");
        ledger.sent("2");
        ledger.returned("1");
        ledger.rejected("2");
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.sent()).isEqualTo(2);
        assertThat(ledger.returned()).isOne();
        assertThat(ledger.rejected()).isOne();
    }

    @Test
    void noAnswerIsWrong() {
        ledger.sent("1");
        ledger.sent("2");
        ledger.returned("1");
        assertThat(ledger.complaints())
                .containsExactly("1 of 2 commands were neither answered nor rejected, such as 2");
    }

    @Test
    void twoAnswersAreWrongAlsoIfOneIsARejection() {
        ledger.sent("1");
        ledger.returned("1");
        ledger.rejected("1");
        assertThat(ledger.complaints()).containsExactly("1 of 1 commands were answered more than once, such as 1");
    }

    @Test
    void answersToOthersAreOfNoInterest() {
        ledger.returned("somebody's");
        assertThat(ledger.complaints()).isEmpty();
        assertThat(ledger.returned()).isZero();
    }
}
