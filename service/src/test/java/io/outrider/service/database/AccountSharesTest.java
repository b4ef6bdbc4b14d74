package io.outrider.service.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.problem.Problem;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Places of accounts. */
class AccountSharesTest {
    private final AccountShares shares = new AccountShares(3, 2);

    @Test
    void anAccountHasLessThanAll() {
        assertThat(shares.take(1, false)).isTrue();
        assertThat(shares.take(1, false)).isTrue();
        assertThat(shares.take(1, false)).isFalse();
        assertThat(shares.take(2, false)).isTrue();
        assertThat(shares.take(2, false)).isFalse();
        shares.give(1, 2);
        assertThat(shares.take(2, false)).isTrue();
    }

    @Test
    void aPlaceThatIsTakenAnywayCounts() {
        for (int i = 0; i < 4; i++) {
            assertThat(shares.take(1, true)).isTrue();
        }
        assertThat(shares.take(2, false)).isFalse();
        shares.give(1, 2);
        assertThat(shares.take(1, false)).isFalse();
        assertThat(shares.take(2, false)).isTrue();
        shares.give(1, 2);
        assertThat(shares.take(1, false)).isTrue();
    }

    @Test
    void aPlaceIsGivenBackByATaskThatFails() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> shares.run(1, () -> Integer.parseInt("x")))
                    .isInstanceOf(NumberFormatException.class);
        }
        assertThat(shares.<Integer>run(1, () -> 5)).isEqualTo(5);
    }

    @Test
    void aTaskWaitsForAPlaceAndEndsItsWaitWhenItIsInterrupted() throws InterruptedException {
        shares.take(1, false);
        shares.take(1, false);
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> shares.run(1, () -> 5));
        shares.give(1, 1);
        assertThat(waiting.join()).isEqualTo(5);
        shares.take(1, false);
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread late = new Thread(() -> {
            try {
                shares.run(1, () -> 5);
            } catch (Problem e) {
                failure.complete(e);
            }
        });
        late.start();
        late.interrupt();
        assertThat(failure.join()).hasMessageContaining("run at a time: 2 of this account, 3 of all");
        late.join();
    }
}
