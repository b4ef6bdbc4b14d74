package io.outrider.service.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.fixture.ManualClock;
import io.outrider.service.problem.Problem;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Guessing is slow, and guessing strangers do not keep a user out. */
class LoginLimitTest {
    private static final String USER = "a@example.com";

    private final ManualClock clock = new ManualClock("2026-11-22T10:00:00Z");
    private final LoginLimit limit = new LoginLimit(clock);

    private void passes(String email, String address) {
        assertThatCode(() -> limit.take("log in", email, address)).doesNotThrowAnyException();
    }

    private void hasToWait(String email, String address) {
        assertThatThrownBy(() -> limit.take("log in", email, address)).isInstanceOf(Problem.class);
    }

    @Test
    void anAddressHasTenAttemptsForAUserAndThenOneAMinute() {
        for (int i = 0; i < 10; i++) {
            passes(USER, "203.0.113.1");
        }
        hasToWait(USER, "203.0.113.1");
        passes("b@example.com", "203.0.113.1");
        clock.advance(Duration.ofMinutes(1));
        passes(USER, "203.0.113.1");
        hasToWait(USER, "203.0.113.1");
    }

    @Test
    void anAddressHasFiftyAttemptsForAllUsers() {
        for (int i = 0; i < 50; i++) {
            passes("user-" + i, "203.0.113.1");
        }
        hasToWait(USER, "203.0.113.1");
        passes(USER, "203.0.113.2");
    }

    @Test
    void strangersFromManyAddressesDoNotKeepAUserOutAndGuessSlowly() {
        for (int address = 0; address < 99; address++) {
            for (int i = 0; i < 10; i++) {
                passes(USER, "203.0.113." + address);
            }
        }
        for (int i = 0; i < 10; i++) {
            passes(USER, "198.51.100.1");
        }
        passes(USER, "198.51.100.2");
        hasToWait(USER, "198.51.100.2");
        passes("b@example.com", "198.51.100.2");
        clock.advance(Duration.ofMinutes(10));
        passes(USER, "198.51.100.2");
        passes(USER, "198.51.100.3");
    }

    @Test
    void guessingStrangersDoNotKeepOutWhoHasMistyped() {
        for (int i = 0; i < 9; i++) {
            passes(USER, "198.51.100.1");
        }
        for (int address = 0; address < 200; address++) {
            for (int i = 0; i < 10; i++) {
                try {
                    limit.take("log in", USER, "203.0.113." + address);
                } catch (Problem e) { // a guess too many
                }
            }
        }
        passes(USER, "198.51.100.1");
    }

    @Test
    void manyAddressesHaveSixGuessesAnHourEach() {
        int guesses = 0;
        for (int minute = 0; minute < 240; minute++) {
            for (int address = 0; address < 250; address++) {
                try {
                    limit.take("log in", USER, "203.0.113." + address);
                    guesses++;
                } catch (Problem e) { // has to wait
                }
            }
            clock.advance(Duration.ofMinutes(1));
        }
        assertThat(guesses).isBetween(1_000, 1_000 + 240 + 250 * 6 * 4);
        passes(USER, "198.51.100.1");
    }

    @Test
    void anAttemptThatIsGivenBackDoesNotCount() {
        for (int i = 0; i < 2_000; i++) {
            passes(USER, "203.0.113.1");
            limit.giveBack(USER, "203.0.113.1");
        }
    }
}
