package io.outrider.wire.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests of {@link Result} and {@link ResultWriter}: limits of size and depth, and truncation. */
class ResultTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static Result written(Object value, int limit) {
        try {
            return ResultWriter.write(value, limit);
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }

    private static String sent(Result result, int limit) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            result.writeTo(out, limit);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThat(out.size()).isEqualTo(result.size(limit));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aResultWithinTheLimitIsTheJsonOfItsValue() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("a", List.of(1, 2.5, "é\"\\\n"));
        value.put("b", null);
        Result result = written(value, 1000);
        assertThat(result.isWhole()).isTrue();
        assertThat(sent(result, 1000)).isEqualTo("{\"a\":[1,2.5,\"é\\\"\\\\\\n\"],\"b\":null}");
        assertThat(result.tree().path("a").path(2).asText()).isEqualTo("é\"\\\n");
        assertThat(written(null, 10).beginning()).isEqualTo("null");
    }

    @Test
    void anEndlessValueIsReadOnlyUntilTheCountLimit() {
        List<Integer> requested = new ArrayList<>();
        List<Object> endless = new AbstractList<>() {
            @Override
            public Object get(int index) {
                requested.add(index);
                return "x".repeat(65_000);
            }

            @Override
            public int size() {
                return Integer.MAX_VALUE;
            }
        };
        Result result = written(endless, Result.SENT);
        assertThat(requested).hasSizeBetween(60, 70); // 4 MiB
        JsonNode sent = result.within(Result.SENT).tree();
        assertThat(sent.path("truncated").asBoolean()).isTrue();
        assertThat(sent.path("at_least").asBoolean()).isTrue();
        assertThat(sent.path("length").asLong()).isBetween(4L << 20, (4L << 20) + 20_000);
        assertThat(sent.path("head").asText()).startsWith("[\"xxx");
        assertThat(sent(result, Result.SENT).length()).isBetween(Result.SENT - 100, Result.SENT);
    }

    @Test
    void manyReferencesToOneTextTakeOnlyTheMemoryOfThePrefix() {
        List<String> value = Collections.nCopies(40_000, "a".repeat(65_000));
        com.sun.management.ThreadMXBean thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        written(value, 10); // classes are loaded
        long before = thread.getThreadAllocatedBytes(Thread.currentThread().getId());
        Result result = written(value, Result.SENT);
        long used = thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(result.weight()).isEqualTo(Result.SENT);
        assertThat(used).isLessThan(1 << 20);
    }

    @Test
    void aTruncatedResultHasTheExactLengthIfCounted() {
        Result list = written(Collections.nCopies(50_000, "\"q\""), Result.SENT);
        JsonNode sent = list.within(Result.SENT).tree();
        assertThat(sent.path("length").asInt()).isEqualTo(2 + 50_000 * 7 + 49_999);
        assertThat(sent.has("at_least")).isFalse();
        Result text = written("\0".repeat(100_000), Result.SENT);
        assertThat(sent(text, Result.SENT))
                .hasSizeBetween(Result.SENT - 20, Result.SENT)
                .endsWith("\\u0000… [cut: 600002 bytes in all, 131072 are sent at most]\"");
        assertThat(sent(written("\0".repeat(1 << 20), Result.SENT), Result.SENT))
                .contains("… [cut: more than ");
    }

    @Test
    void truncationAtAnyLimitYieldsJsonWithinTheLimit() throws IOException {
        Random random = new Random(7);
        String[] letters = {"a", "é", "€", "😀", "\"", "\\", "\n", "\0", "\ud800", "\t"};
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = 150 + random.nextInt(400);
            while (text.length() < length) {
                text.append(letters[random.nextInt(letters.length)]);
            }
            int limit = 130 + random.nextInt(text.length());
            for (Object value : List.of(text.toString(), List.of(text, text), Map.of(text.toString(), 1))) {
                Result result = written(value, limit);
                String sent = sent(result, limit);
                assertThat(sent.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(limit);
                JsonNode tree = MAPPER.readTree(sent);
                String head =
                        tree.isTextual() ? tree.asText() : tree.path("head").asText();
                assertThat(head).doesNotContain("\uFFFD");
                if (result.isWhole()) {
                    continue;
                }
                String beginning = tree.isTextual() ? MAPPER.writeValueAsString(head.split("… \\[cut", 2)[0]) : head;
                String whole = written(value, 1 << 20).beginning();
                assertThat(whole).startsWith(beginning.replaceFirst(tree.isTextual() ? "\"$" : "$", ""));
            }
        }
    }

    @Test
    void aTruncatedResultCanBeTruncatedFurther() {
        Result result = written(Collections.nCopies(2_000_000, 1), Result.LOCAL);
        assertThat(sent(result, Result.LOCAL).length()).isBetween(Result.LOCAL - 200, Result.LOCAL);
        assertThat(sent(result, Result.SENT).length()).isBetween(Result.SENT - 200, Result.SENT);
        assertThat(sent(result, Result.SENT)).startsWith("{\"truncated\":true,\"length\":4000001,\"limit\":131072,");
    }

    @Test
    void nonFiniteNumbersBecomeNull() {
        List<Object> value = new ArrayList<>(List.of(Double.NaN, Double.POSITIVE_INFINITY, Float.NaN, 1.5, 1.5f));
        value.add(new double[] {Double.NEGATIVE_INFINITY, 2});
        value.add(MAPPER.getNodeFactory().numberNode(Double.NaN));
        assertThat(sent(written(value, 1000), 1000)).isEqualTo("[null,null,null,1.5,1.5,[null,2.0],null]");
    }

    @Test
    void valuesOfListsAndObjectsAreCounted() {
        assertThat(written(1, 1000).values()).isEqualTo(1);
        assertThat(written(List.of("a,b", "\"[,{", "\\"), 1000).values()).isEqualTo(4);
        assertThat(written(Map.of("k,\"[", List.of(1, List.of())), 1000).values())
                .isEqualTo(5);
        assertThat(written(Collections.nCopies(8_000, 1), Result.SENT).values()).isEqualTo(8_001);
    }

    @Test
    void largeNumbersAndNamesAreParsedAgain() {
        BigInteger number = BigInteger.ONE.shiftLeft(65_535);
        assertThat(written(number, Result.SENT).tree().bigIntegerValue()).isEqualTo(number);
        String name = "n".repeat(100_000);
        assertThat(written(Map.of(name, 1), Result.SENT).tree().has(name)).isTrue();
    }

    @Test
    void valuesNestedTooDeeplyOrInThemselvesAreRejected() {
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        assertThatThrownBy(() -> ResultWriter.write(itself, 1000))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("more than 500 deep");
        Object nested = 1;
        for (int i = 0; i < ResultWriter.MAX_DEPTH; i++) {
            nested = List.of(nested);
        }
        assertThat(written(nested, Result.SENT).isWhole()).isTrue();
    }

    @Test
    void theDeepestResultFitsTheStackOfAJobThread() throws InterruptedException {
        AtomicReference<JsonNode> read = new AtomicReference<>();
        Thread job = new Thread(
                null,
                () -> {
                    Object nested = 1;
                    for (int i = 0; i < ResultWriter.MAX_DEPTH; i++) {
                        nested = i % 2 == 0 ? List.of(nested) : Map.of("k", nested);
                    }
                    read.set(written(nested, Result.SENT).tree());
                },
                "as a job",
                512 << 10);
        job.start();
        job.join();
        assertThat(read.get()).isNotNull();
    }

    @Test
    void aResultWithinAnotherValueIsSerializedVerbatim() throws IOException {
        Result result = written(Map.of("x", 1), 100);
        assertThat(MAPPER.writeValueAsString(Map.of("return", result))).isEqualTo("{\"return\":{\"x\":1}}");
    }
}
