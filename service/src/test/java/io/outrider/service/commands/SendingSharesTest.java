package io.outrider.service.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shares of the threads that send callbacks. */
class SendingSharesTest {
    private final SendingShares shares = new SendingShares();

    private void begin(int count, long account, String share) {
        for (int i = 0; i < count; i++) {
            shares.begin(account, share);
        }
    }

    @Test
    void aShareHasFourAndAnAccountEight() {
        begin(3, 1, "5");
        assertThat(shares.full()).containsExactly("");
        begin(1, 1, "5");
        assertThat(shares.full()).containsExactlyInAnyOrder("", "1 5");
        begin(4, 1, "6");
        begin(1, 2, "5");
        assertThat(shares.full()).containsExactlyInAnyOrder("", "1", "1 5", "1 6");
        assertThat(shares.sending()).isEqualTo(9);
        shares.end(1, "5");
        assertThat(shares.full()).containsExactlyInAnyOrder("", "1 6");
    }

    @Test
    void sharesThatAreSilentHaveFourOfTheirAccountTogether() {
        for (int i = 0; i < 6; i++) {
            shares.answered(1, "" + i, false);
        }
        shares.answered(2, "0", false);
        for (int i = 0; i < 3; i++) {
            shares.begin(1, "" + i);
        }
        assertThat(shares.full()).containsExactly("");
        shares.begin(1, "3");
        assertThat(shares.full()).containsExactlyInAnyOrder("", "1 0", "1 1", "1 2", "1 3", "1 4", "1 5");
        shares.answered(1, "3", true);
        assertThat(shares.full()).containsExactly("");
    }

    @Test
    void silentSharesThatAreManyAreForgotten() {
        for (int i = 0; i < 5; i++) {
            shares.answered(7, "" + i, false);
        }
        for (int i = 0; i < 3_000; i++) {
            shares.answered(1_000 + i, "0", false);
        }
        for (int i = 0; i < 4; i++) {
            shares.begin(7, "" + i);
        }
        assertThat(shares.full()).containsExactly("");
    }

    @Test
    void aCopyHasWhatIsSentAndSilentAndChangesNothing() {
        begin(8, 1, "5");
        shares.answered(2, "0", false);
        begin(4, 2, "0");
        SendingShares copy = shares.copy();
        assertThat(copy.full()).containsExactlyInAnyOrderElementsOf(shares.full());
        copy.end(1, "5");
        assertThat(copy.sending()).isEqualTo(11);
        assertThat(shares.sending()).isEqualTo(12);
    }
}
