package io.outrider.service.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnitOrderTest {
    private final List<String> begun = new ArrayList<>();
    private final UnitOrder<String> order = new UnitOrder<>(begun::add);

    @Test
    void aMessageBeginsWhenTheOneBeforeHasBeenHandled() {
        order.add("van-12", "a");
        order.add("van-12", "b");
        order.add("van-12", "c");
        assertThat(begun).containsExactly("a");
        order.handled("van-12", "a");
        assertThat(begun).containsExactly("a", "b");
        order.handled("van-12", "b");
        order.handled("van-12", "c");
        order.add("van-12", "d");
        assertThat(begun).containsExactly("a", "b", "c", "d");
    }

    @Test
    void aMessageThatFailedHoldsUpItsUnitOnly() {
        order.add("van-12", "a");
        order.failed("van-12", "a");
        order.add("van-12", "b");
        order.add("van-13", "x");
        order.failed("van-12", "a");
        assertThat(begun).containsExactly("a", "x");
        order.handled("van-12", "a");
        assertThat(begun).containsExactly("a", "x", "b");
    }

    @Test
    void tooManyMessagesPassTheOneThatFails() {
        order.add("van-12", "bad");
        List<String> behind = IntStream.rangeClosed(0, UnitOrder.MOST_BEHIND)
                .mapToObj(Integer::toString)
                .toList();
        behind.forEach(each -> order.add("van-12", each));
        assertThat(begun).as("until it has failed").containsExactly("bad");
        order.failed("van-12", "bad");
        assertThat(begun.subList(1, begun.size())).isEqualTo(behind);
        order.add("van-12", "later");
        behind.forEach(each -> order.handled("van-12", each));
        assertThat(begun).doesNotContain("later");
        order.handled("van-12", "bad");
        assertThat(begun).contains("later");
    }

    @Test
    void asManyAsMayWaitStayInOrder() {
        order.add("van-12", "bad");
        IntStream.range(0, UnitOrder.MOST_BEHIND).forEach(i -> order.add("van-12", Integer.toString(i)));
        order.failed("van-12", "bad");
        assertThat(begun).containsExactly("bad");
    }
}
