package io.outrider.obd.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.obd.exchange.ResponseMatcher.Kind;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseMatcherTest {
    private static Kind classify(String request, String answer) {
        HexFormat hex = HexFormat.of();
        return new ResponseMatcher(hex.parseHex(request)).classify(hex.parseHex(answer));
    }

    @ParameterizedTest
    @CsvSource({
        "010C, 410C0FA0, POSITIVE",
        "010C, 410D33, FOREIGN",
        "010C, 490C00, FOREIGN",
        "010C0D, 410C0FA00D33, POSITIVE",
        "010C0D, 410D33, POSITIVE",
        "010C0D, 410533, FOREIGN",
        "0100, 41, FOREIGN",
        "0100, 4100, POSITIVE",
        "020C00, 420C000FA0, POSITIVE",
        "020C00, 420C010FA0, FOREIGN",
        "020C, 420C000FA0, POSITIVE",
        "03, 4300, POSITIVE",
        "03, 43, POSITIVE",
        "04, 44, POSITIVE",
        "0902, 4902014445, POSITIVE",
        "22F190, 62F190313233, POSITIVE",
        "22F190, 62F18C313233, FOREIGN",
        "22F190, 62F190, POSITIVE",
        "22F190, 62F1, FOREIGN",
        "1902FF, 5902FF, POSITIVE",
        "2101, 6101FF, POSITIVE",
        "2101, 6102FF, FOREIGN",
        "3E00, 7E00, POSITIVE",
    })
    void aPositiveResponseRepeatsServiceAndIdentifier(String request, String answer, Kind kind) {
        assertThat(classify(request, answer)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "010C, 7F0112, NEGATIVE",
        "22F190, 7F2231, NEGATIVE",
        "22F190, 7F2278, PENDING",
        "22F190, 7F2178, FOREIGN",
        "22F190, 7F22, FOREIGN",
        "22F190, 7F, FOREIGN",
        "22F190, 7F223100000000, NEGATIVE",
    })
    void aNegativeResponseNamesTheServiceItRefuses(String request, String answer, Kind kind) {
        assertThat(classify(request, answer)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "0001, 0043, POSITIVE",
        "FEEC00, FEEC0011, POSITIVE",
        "FEEC00, 1234, POSITIVE",
        "FEEC00, 7FFE11, NEGATIVE",
        "0001, 7F0011, NEGATIVE",
        "0001, 7F0078, PENDING",
        "0001, 7F001122, POSITIVE",
    })
    void aManufacturersOwnRequestMatchesAllButRefusals(String request, String answer, Kind kind) {
        assertThat(classify(request, answer)).isEqualTo(kind);
    }

    @Test
    void randomBytesCauseNoException() {
        Random random = new Random(20260801);
        for (int i = 0; i < 200_000; i++) {
            byte[] request = new byte[1 + random.nextInt(8)];
            byte[] answer = new byte[1 + random.nextInt(8)];
            random.nextBytes(request);
            random.nextBytes(answer);
            if (random.nextBoolean()) {
                answer[0] = (byte) (random.nextBoolean() ? 0x7F : request[0] | 0x40);
            }
            assertThat(new ResponseMatcher(request).classify(answer)).isNotNull();
        }
    }
}
