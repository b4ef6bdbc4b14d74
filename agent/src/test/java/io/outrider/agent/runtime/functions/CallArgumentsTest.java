package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallArgumentsTest {
    @Test
    void keysAndValuesAreKeywordsAndTheRestIsInOrder() throws Failure {
        CallArguments words =
                CallArguments.of(List.of("SOC", "header=7E4", "pid=0105", "formula=message.data[34]/2", "more"));
        assertThat(words.positional()).containsExactly("SOC", "more");
        assertThat(words.keywords()).isEqualTo(Map.of("header", "7E4", "pid", "0105", "formula", "message.data[34]/2"));
    }

    @Test
    void onlyTheFirstEqualsSignCounts() throws Failure {
        assertThat(CallArguments.of(List.of("formula=x == 1", "unit=", "a=b=c")).keywords())
                .isEqualTo(Map.of("formula", "x == 1", "unit", "", "a", "b=c"));
    }

    @Test
    void otherWordsArePositional() throws Failure {
        assertThat(CallArguments.of(List.of("message.data[0]==5", "x==1", "=5", "7E8=1", "-x=1", ""))
                        .positional())
                .hasSize(6);
    }

    @Test
    void aKeyGivenTwiceIsRefused() {
        assertThatThrownBy(() -> CallArguments.of(List.of("a=1", "a=2")))
                .isInstanceOf(Failure.class)
                .hasMessage("a: given twice");
    }
}
