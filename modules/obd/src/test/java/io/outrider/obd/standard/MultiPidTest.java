package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.bytes;
import static io.outrider.obd.standard.Payloads.command;
import static io.outrider.obd.standard.Payloads.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.outrider.api.Failure;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MultiPidTest {
    private static Map<Integer, byte[]> split(String answer, Integer... requested) throws Failure {
        return MultiPid.split(bytes(answer), List.of(requested));
    }

    @Test
    void anAnswerIsSplitIntoTheAnswersToSinglePids() throws Exception {
        Map<Integer, byte[]> answers = split("41 0C 0F A0 0D 33", 0x0C, 0x0D);
        assertThat(command("RPM").decode(answers.get(0x0C))).isEqualTo(1000.0);
        assertThat(command("SPEED").decode(answers.get(0x0D))).isEqualTo(51L);
    }

    @Test
    void theOrderIsThatOfTheAnswer() throws Exception {
        assertThat(split("41 0D 33 0C 0F A0", 0x0C, 0x0D).keySet()).containsExactly(0x0D, 0x0C);
    }

    @Test
    void aPidThatTheVehicleLeavesOutIsAbsent() throws Exception {
        assertThat(split("41 0D 33", 0x0C, 0x0D, 0x05).keySet()).containsExactly(0x0D);
    }

    @Test
    void sixPidsFitIntoOneRequest() throws Exception {
        assertThat(split("41 04 80 05 3B 0B 65 0C 0F A0 0D 33 A6 00 01 E2 40", 0x04, 0x05, 0x0B, 0x0C, 0x0D, 0xA6))
                .hasSize(6);
    }

    @Test
    void aFuelTrimMayHaveASecondByteForAnotherBank() throws Exception {
        assertThat(split("41 06 80 0D 33", 0x06, 0x0D).get(0x06)).isEqualTo(bytes("410680"));
        assertThat(split("41 06 80 7F 0D 33", 0x06, 0x0D).get(0x06)).isEqualTo(bytes("4106807F"));
    }

    @Test
    void anAmbiguousAnswerIsUnreadable() {
        // 06 80 and 07 07 07, or 06 80 07 and 07 07
        assertThat(failureOf(() -> split("41 06 80 07 07 07", 0x06, 0x07))).isEqualTo("UNREADABLE_ANSWER");
    }

    @Test
    void invalidAnswersAreUnreadable() {
        for (String garbage : List.of(
                "41 0C 0F", // cut off
                "41 0C 0F A0 0D", // cut off
                "41 0C 0F A0 0D 33 00", // a byte too many
                "41 0C 0F A0 0C 0F A0", // twice
                "41 0C 0F A0 05 3B", // not requested
                "62 0C 0F A0")) {
            assertThat(failureOf(() -> split(garbage, 0x0C, 0x0D))).as(garbage).isEqualTo("UNREADABLE_ANSWER");
        }
        assertThat(failureOf(() -> split("7F 01 12", 0x0C))).isEqualTo("NEGATIVE_RESPONSE");
        assertThat(failureOf(() -> split("", 0x0C))).isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> split("41", 0x0C))).isEqualTo("SHORT_ANSWER");
    }

    @Test
    void onlyKnownLengthsShareARequest() {
        assertThat(MultiPid.canShare(0x0C)).isTrue();
        assertThat(MultiPid.canShare(0x6A)).isFalse();
        assertThatThrownBy(() -> split("41 6A 00", 0x6A))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("6A");
        assertThatThrownBy(() -> split("41 0C 0F A0")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> split("41 0C 0F A0", 0x0C, 0x0C)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> split("41 01", 1, 2, 3, 4, 5, 6, 7)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyCombinedAnswerIsSplitOrRefused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Integer> known = new ArrayList<>(StandardCommands.all().stream()
                .filter(c -> c.mode() == 1)
                .map(StandardCommand::pid)
                .toList());
        int apart = 0;
        for (int round = 0; round < 5_000; round++) {
            Collections.shuffle(known, random);
            List<Integer> asked = List.copyOf(known.subList(0, 1 + random.nextInt(MultiPid.MOST)));
            ByteArrayOutputStream payload = new ByteArrayOutputStream();
            payload.write(0x41);
            for (int pid : asked) {
                byte[] data = new byte[StandardCommands.at(1, pid).orElseThrow().answerBytes() - 2];
                random.nextBytes(data);
                payload.write(pid);
                payload.writeBytes(data);
            }
            try {
                Map<Integer, byte[]> answers = MultiPid.split(payload.toByteArray(), asked);
                assertThat(List.copyOf(answers.keySet())).as("seed %d", seed).isEqualTo(asked);
                apart++;
            } catch (Failure ambiguous) {
                assertThat(ambiguous.code()).as("seed %d", seed).isEqualTo("UNREADABLE_ANSWER");
            }
        }
        assertThat(apart).as("seed %d", seed).isGreaterThan(4_900);
    }

    @Test
    void randomAnswersAreSplitOrRefused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 100_000; round++) {
            byte[] payload = new byte[random.nextInt(40)];
            for (int i = 0; i < payload.length; i++) {
                payload[i] = (byte) (i == 0 ? 0x41 : random.nextInt(12));
            }
            try {
                int used = 1;
                for (byte[] answer :
                        MultiPid.split(payload, List.of(4, 5, 6, 7, 8, 9)).values()) {
                    used += answer.length - 1;
                }
                assertThat(used)
                        .as("seed %d, %s", seed, Arrays.toString(payload))
                        .isEqualTo(payload.length);
            } catch (Failure declared) {
                assertThat(declared.code()).isIn("SHORT_ANSWER", "UNREADABLE_ANSWER");
            } catch (RuntimeException e) {
                fail("seed " + seed + ", " + Arrays.toString(payload), e);
            }
        }
    }
}
