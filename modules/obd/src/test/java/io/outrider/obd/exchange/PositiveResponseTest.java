package io.outrider.obd.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.obd.exchange.ResponseMatcher.Kind;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the repeated bytes of positive responses by service: an answer to another request does not match. */
class PositiveResponseTest {
    private static Kind classify(String request, String answer) {
        HexFormat hex = HexFormat.of();
        return new ResponseMatcher(hex.parseHex(request)).classify(hex.parseHex(answer));
    }

    /** A request, its answer, and a late answer to another request of the same service. */
    @ParameterizedTest
    @CsvSource({
        "010C,             410C0FA0,             410D33",
        "010C0D,           410D33,               410533",
        "020C00,           420C000FA0,           420C010FA0",
        "020C000D00,       420D0033,             420E0033",
        "0501 01,          450101FF,             450102FF",
        "0601,             4601FF,               4602FF",
        "08010000000000,   480100,               480200",
        "0902,             490201,               490401",
        "1003,             5003003201F4,         5001003201F4",
        "1101,             5101,                 5103",
        "14FF00,           54FF00,               544000",
        "1902FF,           5902FF,               590AFF",
        "190401020301,     590401020328,         590401020428",
        "190601020301,     590601020328,         590602020328",
        "190501,           590501,               590502",
        "191601,           591601,               591602",
        "194233FFFF,       594233FF,             5942D0FF",
        "195533,           595533FF,             5955D0FF",
        "1A90,             5A9031,               5A9231",
        "2101,             6101FF,               6102FF",
        "22F190,           62F19031,             62F18C31",
        "22F190F18C,       62F18C31,             62F18731",
        "24F190,           64F19001,             64F18C01",
        "2701,             67011234,             67031234",
        "280301,           6803,                 6800",
        "2901,             6901,                 6902",
        "2C01F200010203,   6C01F200,             6C01F201",
        "2E0100FF,         6E0100,               6E0200",
        "2F015503,         6F015503,             6F015500",
        "300107,           7001 07,              7001 00",
        "31010203,         7101020300,           7101020400",
        "31010203,         710102 03,            7103020300",
        "31A0,             71A0,                 71A1",
        "3201,             7201,                 7202",
        "3601AA,           7601,                 7602",
        "3801,             7801,                 7802",
        "3B90FF,           7B90,                 7B91",
        "3D1212340401020304, 7D12123404,         7D12123504",
        "3E00,             7E00,                 7E01",
        "8301,             C301,                 C302",
        "8502,             C502,                 C501",
        "8605,             C60500,               C60000",
        "8701,             C701,                 C703",
    })
    void aResponseOfTheSameServiceThatRepeatsSomethingElseIsForeign(String request, String answer, String late) {
        assertThat(classify(request.replace(" ", ""), answer.replace(" ", ""))).isEqualTo(Kind.POSITIVE);
        assertThat(classify(request.replace(" ", ""), late.replace(" ", ""))).isEqualTo(Kind.FOREIGN);
    }

    @ParameterizedTest
    @CsvSource({
        "03, 4300",
        "04, 44",
        "07, 4700",
        "0A, 4A00",
        "1300FF00, 530101",
        "1800FF00, 580101",
        "2312123404, 6301020304",
        "2A0101, 6A",
        "341112340400, 742000",
        "351112340400, 752000",
        "37, 77",
        "8401, C402",
    })
    void responsesWithoutRepeatedBytesMatch(String request, String answer) {
        assertThat(classify(request, answer)).isEqualTo(Kind.POSITIVE);
    }

    @ParameterizedTest
    @CsvSource({
        "1083, 5003003201F4",
        "1081, 5081",
        "3E80, 7E00",
        "190281FF, 590281",
        "31810203, 7101020300",
    })
    void theBitThatSuppressesTheResponseIsNoPartOfTheSubFunction(String request, String answer) {
        assertThat(classify(request, answer)).isEqualTo(Kind.POSITIVE);
    }

    @ParameterizedTest
    @CsvSource({
        "14FF00, 54",
        "1101, 51",
        "2801, 68",
        "2901, 69",
        "3601AA, 76",
        "3E01, 7E",
        "31A00102, 71A005",
        "2CF003, 6CF0",
        "31010203, 7101",
    })
    void theShorterResponseOfTheOlderStandardMatches(String request, String answer) {
        assertThat(classify(request, answer)).isEqualTo(Kind.POSITIVE);
    }

    @ParameterizedTest
    @CsvSource({"0100, 41", "22F190, 62F1", "31010203, 71", "2E0100FF, 6E01", "1003, 50"})
    void aResponseWithoutTheRepeatedBytesIsForeign(String request, String answer) {
        assertThat(classify(request, answer)).isEqualTo(Kind.FOREIGN);
    }

    @Test
    void aRequestForAllTroubleCodesMatchesEachOfThem() {
        assertThat(classify("1906FFFFFFFF", "5906012345280102")).isEqualTo(Kind.POSITIVE);
        assertThat(classify("1906FFFFFFFF", "5904012345280102")).isEqualTo(Kind.FOREIGN);
    }

    @Test
    void shortResponsesCauseNoException() {
        Random random = new Random(9);
        for (int i = 0; i < 200_000; i++) {
            byte[] request = new byte[1 + random.nextInt(9)];
            random.nextBytes(request);
            byte[] payload = new byte[1 + random.nextInt(9)];
            System.arraycopy(request, 0, payload, 0, Math.min(request.length, payload.length));
            boolean service = request[0] != 0 && request[0] != 0x3F && (request[0] & 0x40) == 0;
            payload[0] = (byte) (request[0] | 0x40);
            Kind kind = new ResponseMatcher(request).classify(payload);
            if (service && payload.length >= request.length) {
                assertThat(kind).isEqualTo(Kind.POSITIVE);
            }
        }
    }
}
