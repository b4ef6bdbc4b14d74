package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandumpTest {
    @Test
    void aLineOfALogIsReadWithItsTimeAndItsBus() {
        Candump.CandumpEntry entry = Candump.parseLine("(1436509052.249713) can0 7E8#04410C0FA0000000");
        assertThat(entry.bus()).isEqualTo("can0");
        assertThat(entry.frame())
                .isEqualTo(CanFrame.of(CanId.base(0x7E8), new byte[] {4, 0x41, 0xC, 0xF, (byte) 0xA0, 0, 0, 0}));
        assertThat(entry.frame().stampMicros()).isEqualTo(1_436_509_052_249_713L);
        assertThat(Candump.parseLine("  (0000000000.000001)  vcan0  123#11  R\r\n")
                        .frame()
                        .length())
                .isEqualTo(1);
    }

    @Test
    void everyKindOfFrameHasItsForm() {
        assertThat(Candump.parseFrame("123#")).isEqualTo(CanFrame.of(CanId.base(0x123)));
        assertThat(Candump.parseFrame("123#11.22.33"))
                .isEqualTo(CanFrame.of(CanId.base(0x123), new byte[] {0x11, 0x22, 0x33}));
        assertThat(Candump.parseFrame("00000123#")).isEqualTo(CanFrame.of(CanId.extended(0x123)));
        assertThat(Candump.parseFrame("123#R")).isEqualTo(CanFrame.remote(CanId.base(0x123), 0));
        assertThat(Candump.parseFrame("123#R8")).isEqualTo(CanFrame.remote(CanId.base(0x123), 8));
        assertThat(Candump.parseFrame("123#R8_E")).isEqualTo(CanFrame.remote(CanId.base(0x123), 8));
        assertThat(Candump.parseFrame("123##1AA")).isEqualTo(CanFrame.fd(CanId.base(0x123), true, (byte) 0xAA));
        assertThat(Candump.parseFrame("123##4AA")).isEqualTo(CanFrame.fd(CanId.base(0x123), false, (byte) 0xAA));
        assertThat(Candump.parseFrame("20000040#0000000000000000")).isEqualTo(CanFrame.error(0x40));
        assertThat(Candump.parseFrame("123#1122334455667788_B").length()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7DF",
                "7DF#1",
                "7DF#123",
                "7DF#GG",
                "800#00",
                "1234#00",
                "40000000#00",
                "7DF#112233445566778899",
                "7DF#R9",
                "7DF#R12345678901",
                "7DF#RAB",
                "7DF##",
                "7DF##1112233445566778899",
                "7DF#80:01#112233"
            })
    void anInvalidFrameIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> Candump.parseFrame(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .message()
                .hasSizeGreaterThan(25);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# a comment", "can0 7E8#00", "(1.2) can0 7E8#00", "(1436509052.249713) 7E8#00"})
    void anInvalidLineIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> Candump.parseLine(text)).hasMessageContaining("(1436509052.249713) can0 7E8#0441");
    }

    @Test
    void aVeryLongLineIsQuotedOnlyInPart() {
        assertThatThrownBy(() -> Candump.parseLine("x".repeat(1_000_000)))
                .message()
                .hasSizeLessThan(300);
    }

    @Test
    void framesSurviveEncodingAndParsingInEveryLocale() {
        Locale before = Locale.getDefault();
        Random random = new Random(20_261_120);
        try {
            for (Locale locale : List.of(
                    Locale.US, Locale.forLanguageTag("ar-EG-u-nu-arab"), Locale.forLanguageTag("hi-IN-u-nu-deva"))) {
                Locale.setDefault(locale);
                for (int i = 0; i < 2_000; i++) {
                    CanFrame frame = frame(random);
                    Candump.CandumpEntry entry = Candump.parseLine(Candump.line("can0", frame));
                    assertThat(entry.frame()).isEqualTo(frame);
                    assertThat(entry.frame().stampMicros()).isEqualTo(frame.stampMicros());
                    assertThat(CanId.parse(frame.id().toString())).isEqualTo(frame.id());
                }
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    private static CanFrame frame(Random random) {
        CanId id =
                random.nextBoolean() ? CanId.base(random.nextInt(0x800)) : CanId.extended(random.nextInt(0x20000000));
        byte[] data = new byte[random.nextInt(9)];
        random.nextBytes(data);
        CanFrame frame = switch (random.nextInt(4)) {
            case 0 -> CanFrame.remote(id, data.length);
            case 1 -> CanFrame.fd(id, random.nextBoolean(), data);
            default -> CanFrame.of(id, data);
        };
        return frame.at(random.nextLong(4_000_000_000_000_000L));
    }

    @Test
    void randomTextIsParsedOrRefused() {
        Random random = new Random(20_261_120);
        String letters = "0123456789ABCDEFabcdef##..__RT() x:";
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder(i % 2 == 0 ? "7DF#" : "");
            for (int n = random.nextInt(40); n > 0; n--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            try {
                assertThat(Candump.parseFrame(text.toString())).isNotNull();
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }
}
