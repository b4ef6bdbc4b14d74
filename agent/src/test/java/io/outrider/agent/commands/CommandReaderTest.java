package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.MemoryWeight;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandReaderTest {
    private final ReplyBodies bodies = new ReplyBodies();
    private final CommandReader reader =
            new CommandReader(() -> new Functions(new Binder(Json.mapper()), List.of(bodies)));

    @Test
    void readsAllFieldsOfACommand() {
        Command command =
                run("{\"jid\": \"20260131120000000000\", \"fun\": \"t.echo\", \"arg\": [1, \"a\", null, [2.5]],"
                        + " \"kwarg\": {\"k\": {\"l\": true}}, \"issued\": \"2026-01-31T12:00:00.5Z\","
                        + " \"expires\": \"2026-01-31T14:00:00+01:00\", \"future\": {\"field\": 1}}");
        assertThat(command)
                .isEqualTo(new Command(
                        "20260131120000000000",
                        "t.echo",
                        Arrays.asList(1, "a", null, List.of(2.5)),
                        Map.of("k", Map.of("l", true)),
                        Instant.parse("2026-01-31T12:00:00.5Z"),
                        Instant.parse("2026-01-31T13:00:00Z")));
    }

    @Test
    void absentFieldsHaveDefaults() {
        assertThat(run("{\"jid\": \"1\", \"fun\": \"t.echo\"}"))
                .isEqualTo(Command.now("1", "t.echo", List.of(), Map.of()));
        assertThat(
                        run(
                                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"arg\":null,\"kwarg\":null,\"issued\":null,\"expires\":null}"))
                .isEqualTo(Command.now("1", "t.echo", List.of(), Map.of()));
    }

    @Test
    void aTimestampWithoutZoneIsUtc() {
        assertThat(run("{\"jid\": \"1\", \"fun\": \"t.echo\", \"issued\": \"2026-01-31T12:00:00.123456\"}")
                        .issued())
                .isEqualTo(Instant.parse("2026-01-31T12:00:00.123456Z"));
    }

    @Test
    void aSingleArgumentIsAListOfOne() {
        assertThat(run("{\"jid\": \"1\", \"fun\": \"t.echo\", \"arg\": \"pending\"}")
                        .arg())
                .isEqualTo(List.of("pending"));
    }

    @Test
    void anIntegerOfAnySizeIsAValidJid() {
        assertThat(run("{\"jid\": 20260131120000000000, \"fun\": \"t.echo\"}").jid())
                .isEqualTo("20260131120000000000");
    }

    @Test
    void aWholeLineIsSplitAndComesBeforeTheList() {
        Command command = run("{\"jid\": \"1\", \"command\": \"t.echo 'a b' pid=0105 x==1\", \"arg\": [\"c\"],"
                + " \"kwarg\": {\"k\": 1}}");
        assertThat(command.fun()).isEqualTo("t.echo");
        assertThat(command.arg()).isEqualTo(List.of("a b", "x==1", "c"));
        assertThat(command.kwarg()).isEqualTo(Map.of("pid", "0105", "k", 1));
    }

    @Test
    void autoPisKeywordMarkersInTheListAreKeywords() {
        Command command = run("{\"jid\": \"1\", \"fun\": \"t.echo\", \"arg\": [{\"__kwarg__\": true, \"value\": [1]},"
                + " {\"plain\": 1}]}");
        assertThat(command.arg()).isEqualTo(List.of(Map.of("plain", 1)));
        assertThat(command.kwarg()).isEqualTo(Map.of("value", List.of(1)));
    }

    @Test
    void keyAndValueInTheListIsAKeywordOnlyIfTheFunctionHasIt() {
        Command command =
                run("{\"jid\": \"1\", \"fun\": \"t.echo\", \"arg\": [\"value=1\", \"nothing=2\", \"value\"]}");
        assertThat(command.arg()).isEqualTo(List.of("nothing=2", "value"));
        assertThat(command.kwarg()).isEqualTo(Map.of("value", "1"));
        assertThat(run("{\"jid\": \"1\", \"fun\": \"no.such\", \"arg\": [\"value=1\"]}")
                        .arg())
                .isEqualTo(List.of("value=1"));
    }

    @Test
    void hugeNumbersKeepTheirValue() {
        assertThat(run("{\"jid\": \"1\", \"fun\": \"t.echo\", \"arg\": [123456789012345678901]}")
                        .arg())
                .isEqualTo(List.of(new BigInteger("123456789012345678901")));
    }

    @Test
    void readsACancel() {
        CommandHead cancel = head("{\"jid\": \"7\", \"cancel\": true}");
        assertThat(cancel.cancel()).isTrue();
        assertThat(cancel.jid()).isEqualTo("7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"jid\":\"1\"}|fun: takes the name",
                "{\"jid\":\"1\",\"fun\":7}|fun: takes the name",
                "{\"jid\":\"1\",\"fun\":\"  \"}|fun: takes the name",
                "{\"jid\":\"1\",\"fun\":\"'' a\"}|fun: takes the name",
                "{\"jid\":\"1\",\"fun\":\"t.echo 'a\"}|a quote (') is not closed",
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"kwarg\":[1]}|kwarg: takes an object",
                "{\"jid\":\"1\",\"fun\":\"t.echo a=1\",\"kwarg\":{\"a\":1}}|a: given twice",
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"expires\":\"tomorrow\"}|expires: takes a time",
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"issued\":17}|issued: takes a time",
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"fun\":\"t.echo\"}|a key is there twice (line 1, column",
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"arg\":[{\"a\":1,\"a\":2}]}|a key is there twice (line 1, column",
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"kwarg\":{\"a\":1,\"a\":2}}|a key is there twice (line 1, column",
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"arg\":[1,1e99999999]}|arg[1]: holds a number that is too large",
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"kwarg\":{\"k\":{\"l\":[-1e400]}}}|k: holds a number that is too large",
                "{\"jid\":\"1\",\"cancel\":true,\"jid\":\"2\"}|a key is there twice",
                "{\"jid\":\"1\",\"fun\":\"t.echo\"} x|not JSON that can be read",
                "{\"jid\":\"1\",\"fun\":\"t.|not JSON that can be read here (line 1, column",
            })
    void anInvalidCommandIsUnreadableForAReason(String payload, String reason) {
        assertThat(head(payload).jid()).isEqualTo("1");
        assertThat(invalid(payload)).hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "7",
                "\"jid\"",
                "hello",
                "{",
                "{}",
                "{\"jid\": null}",
                "{\"jid\": \"\"}",
                "{\"jid\": 1.5}",
                "{\"jid\": \"a b\"}",
                "{\"jid\": \"a/b\"}",
                "{\"jid\": [1]}",
                "{\"jid\": true}",
                "{\"jid\": \"12345678901234567890123456789012345678901234567890123456789012345\"}"
            })
    void aCommandWithoutUsableJidHasNoReply(String payload) {
        assertThat(invalid(payload)).isNotNull();
        assertThat(head(payload).jid()).isNull();
    }

    @Test
    void tooLargeOrTooDeepCommandsKeepTheirJid() {
        String large = "{\"jid\": \"1\", \"fun\": \"t.echo\", \"arg\": [\"" + "x".repeat(300_000) + "\"]}";
        String deep =
                "{\"jid\": \"1\", \"fun\": \"t.echo\", \"arg\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        for (String payload : List.of(large, deep)) {
            assertThat(invalid(payload)).isNotNull();
            assertThat(head(payload).jid()).isEqualTo("1");
        }
    }

    @Test
    void theHeadHasAllFieldsButTheArgumentsAndTheirWeight() {
        CommandHead head = head("{\"jid\": \"1\", \"arg\": [" + "\"a\",".repeat(9_999) + "\"a\"], \"command\":"
                + " \" saltutil.running x\", \"expires\": \"2026-01-31T14:00:00+01:00\"}");
        assertThat(head.jid()).isEqualTo("1");
        assertThat(head.fun()).isEqualTo("saltutil.running");
        assertThat(head.command().expires()).isEqualTo(Instant.parse("2026-01-31T13:00:00Z"));
        assertThat(head.weight()).isBetween(10_000L * MemoryWeight.NODE, 11_000L * MemoryWeight.NODE);
        assertThat(head.unreadable()).isNull();
        assertThat(head("{\"jid\":\"1\",\"fun\":\"t.echo" + " x".repeat(1_000) + "\"}")
                        .weight())
                .isGreaterThan(1_000L * MemoryWeight.NODE);
        assertThat(head("{\"jid\":\"1\",\"fun\":\"t.echo\",\"arg\":[" + "[],".repeat(999) + "{}]}")
                        .weight())
                .isGreaterThan(1_000L * MemoryWeight.CONTAINER);
    }

    private CommandHead head(String payload) {
        return reader.head(payload.getBytes(StandardCharsets.UTF_8), false);
    }

    @Test
    void noReasonQuotesAValue() {
        for (String payload : List.of(
                "{\"jid\":\"1\",\"fun\":\"t.login\",\"kwarg\":{\"password\":hunter2}}",
                "{\"jid\":\"1\",\"fun\":\"t.login password=hunter2 password=hunter2\"}",
                "{\"jid\":\"1\",\"fun\":\"t.login 'password=hunter2\"}",
                "{\"jid\":\"1\",\"fun\":\"t.login\",\"kwarg\":\"password=hunter2\"}",
                "hunter2")) {
            assertThat(invalid(payload)).hasMessageNotContaining("hunter2");
        }
    }

    @Test
    void noInputMakesTheReaderThrow() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String sound = "{\"jid\":\"20260131120000000000\",\"fun\":\"t.echo a=1 'b c'\",\"arg\":[1,{\"__kwarg__\":true,"
                + "\"k\":\"\\ud800é\"},\"value=2\"],\"kwarg\":{\"x\":null},\"issued\":\"2026-01-31T12:00:00Z\"}";
        String[] pieces = {
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "null",
            "1e999",
            "-",
            "\u0000",
            "jid",
            "'",
            " ",
            "=",
            "9".repeat(1_001),
            "+999999999-12-31T23:59:59Z",
            "__kwarg__",
            "\ud83d"
        };
        List<Class<?>> kinds = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder(sound);
            for (int change = 1 + random.nextInt(4); change > 0; change--) {
                int at = random.nextInt(text.length());
                int end = Math.min(text.length(), at + random.nextInt(3));
                text.replace(at, end, random.nextBoolean() ? pieces[random.nextInt(pieces.length)] : "");
            }
            byte[] payload = text.toString().getBytes(StandardCharsets.UTF_8);
            if (random.nextInt(4) == 0) {
                payload[random.nextInt(payload.length)] = (byte) random.nextInt();
            }
            try {
                kinds.add(reader.read(payload, reader.head(payload, false)).getClass());
            } catch (Failure e) {
                kinds.add(Failure.class);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
        assertThat(kinds).contains(Command.class, Failure.class);
    }

    private Command read(String payload) throws Failure {
        return reader.read(payload.getBytes(StandardCharsets.UTF_8), head(payload));
    }

    private Failure invalid(String payload) {
        return catchThrowableOfType(Failure.class, () -> read(payload));
    }

    private Command run(String payload) {
        try {
            return read(payload);
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }
}
