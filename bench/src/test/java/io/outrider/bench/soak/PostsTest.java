package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PostsTest {
    private final Posts posts = new Posts();

    @Test
    void aNumberIsOfTheRequestThatBeganBeforeIt() {
        for (int i = 0; i < 100; i++) {
            posts.begin(1 + 10 * i, 1_000 * i);
        }
        for (int number : new int[] {1, 10, 11, 555, 991, 1_000}) {
            assertThat(posts.startOf(posts.of(number))).isEqualTo((number - 1) / 10 * 1_000);
        }
    }

    @Test
    void whenItEndedIsKnownAfterwards() {
        posts.begin(1, 7);
        posts.begin(5, 8);
        posts.end(1, 9);
        assertThat(posts.endOf(posts.of(4))).isEqualTo(9);
        assertThat(posts.endOf(posts.of(5))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatWasNeverPostedIsOfNone() {
        assertThatThrownBy(() -> posts.of(1)).hasMessage("1 was never posted");
        posts.begin(5, 8);
        assertThatThrownBy(() -> posts.of(4)).hasMessage("4 was never posted");
        assertThatThrownBy(() -> posts.begin(5, 9)).hasMessage("5 after 5");
    }
}
