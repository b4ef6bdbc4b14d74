package io.outrider.obd.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.outrider.api.Failure;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Fuzz tests: any answer of up to 300 bytes gives a value or a declared failure. */
class HostileAnswersTest {
    private static final int LONGEST = 300;
    private static final Set<String> DECLARED =
            Set.of("SHORT_ANSWER", "NEGATIVE_RESPONSE", "WRONG_ANSWER", "UNREADABLE_ANSWER");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void randomAnswersGiveAValueOrADeclaredFailure() {
        for (StandardCommand command : StandardCommands.all()) {
            for (int length = 0; length <= LONGEST; length++) {
                byte[] answer = random(length);
                check(command.name(), command::decode, answer);
                if (length > 0) {
                    answer[0] = (byte) (command.mode() + 0x40);
                }
                if (length > 1 && command.pid() >= 0) {
                    answer[1] = (byte) command.pid();
                }
                check(command.name(), command::decode, answer);
            }
        }
    }

    @Test
    void randomAnswersCauseNoExceptionInAnyDecoder() {
        for (String name : Decoders.names()) {
            ResponseDecoder decoder = Decoders.find(name).orElseThrow();
            for (int length = 0; length <= LONGEST; length++) {
                byte[] answer = random(length);
                check(name, decoder, answer);
                for (int service : List.of(0x41, 0x42, 0x43, 0x46, 0x47, 0x49, 0x4A, 0x62, 0x7F)) {
                    if (length > 0) {
                        answer[0] = (byte) service;
                    }
                    check(name, decoder, answer);
                }
            }
        }
    }

    @Test
    void aDecoderNeverChangesTheAnswer() {
        for (String name : Decoders.names()) {
            byte[] answer = random(40);
            byte[] before = answer.clone();
            check(name, Decoders.find(name).orElseThrow(), answer);
            assertThat(answer).as(name).isEqualTo(before);
        }
    }

    @Test
    void randomBitmapsAreReadOrRefused() {
        for (int length = 0; length <= LONGEST; length++) {
            byte[] answer = random(length);
            if (length > 1 && random.nextBoolean()) { // else a bitmap would be rare
                answer[0] = 0x41;
                answer[1] &= (byte) 0xE0;
            }
            check(
                    "with",
                    payload -> (long) SupportedPids.none().with(payload).pids(1).size(),
                    answer);
            check("next", payload -> SupportedPids.next(payload).isPresent(), answer);
        }
    }

    private byte[] random(int length) {
        byte[] answer = new byte[length];
        random.nextBytes(answer);
        return answer;
    }

    private void check(String name, ResponseDecoder decoder, byte[] answer) {
        String context =
                "seed %d, %s, answer %s".formatted(seed, name, HexFormat.of().formatHex(answer));
        try {
            Object value = decoder.decode(answer);
            if (!isValue(value)) {
                fail(context + " gave " + value);
            }
        } catch (Failure failure) {
            if (!DECLARED.contains(failure.code()) || failure.actor() != Failure.Actor.VEHICLE) {
                fail(context, failure);
            }
        } catch (RuntimeException e) {
            fail(context, e);
        }
    }

    private static boolean isValue(Object value) {
        if (value instanceof Double number) {
            return Double.isFinite(number);
        }
        if (value instanceof List<?> list) {
            return list.stream().allMatch(HostileAnswersTest::isValue);
        }
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().allMatch(HostileAnswersTest::isValue);
        }
        return value == null || value instanceof Long || value instanceof String || value instanceof Boolean;
    }
}
