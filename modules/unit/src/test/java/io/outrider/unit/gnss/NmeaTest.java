package io.outrider.unit.gnss;

import static io.outrider.unit.gnss.Sentences.GGA;
import static io.outrider.unit.gnss.Sentences.GSA;
import static io.outrider.unit.gnss.Sentences.RMC;
import static io.outrider.unit.gnss.Sentences.VOID;
import static io.outrider.unit.gnss.Sentences.sealed;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NmeaTest {
    private final Nmea nmea = new Nmea();

    private Fix fix(String... lines) {
        Fix last = null;
        for (String line : lines) {
            if (nmea.decode(line) instanceof PositionDecoder.Position position) {
                last = position.fix();
            }
        }
        return last;
    }

    @Test
    void threeSentencesInAnyOrderAreOnePosition() {
        Fix expected = new Fix("06:02:24", "2020-09-03", 57.022410, 9.899190, 34.2, 50.0, 140.22, 9, "3D");
        assertThat(fix(GSA, RMC, GGA)).isEqualTo(expected);
        assertThat(fix(GSA, GGA, RMC)).isEqualTo(expected);
        assertThat(new Nmea().decode(RMC))
                .isEqualTo(new PositionDecoder.Position(
                        new Fix("06:02:24", "2020-09-03", 57.022410, 9.899190, null, 50.0, 140.22, null, null)));
    }

    @Test
    void theSouthAndTheWestAreNegative() {
        Fix fix = fix(sealed("GPRMC,235959.999,A,3352.128,S,15112.558,W,0.0,,311299,,"));
        assertThat(fix.lat()).isEqualTo(-33.8688);
        assertThat(fix.lon()).isEqualTo(-151.209300);
        assertThat(fix.utc()).isEqualTo("23:59:59");
        assertThat(fix.dateUtc()).isEqualTo("2099-12-31");
        assertThat(fix.cog()).as("standing still there is no course").isNull();
        assertThat(fix.sog()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "RMC, 060224.00, 34.2",
        "RMC, 060225.00, 34.2",
        "RMC, 060226.00,",
        "RMC, 060223.00, 34.2",
        "RMC, 055959.00,"
    })
    void heightAndSatellitesCountForASecondAndNoLonger(String ignored, String time, Double height) {
        Fix fix = fix(GSA, GGA, sealed("GNRMC," + time + ",A,5701.34460,N,00953.95140,E,27.0,140.22,030920,,,A"));
        assertThat(fix.alt()).isEqualTo(height);
        assertThat(fix.nsat()).isEqualTo(height == null ? null : 9);
    }

    @Test
    void sentencesAreCombinedAcrossMidnight() {
        Fix fix = fix(
                sealed("GNGGA,235959.00,5701.34460,N,00953.95140,E,1,09,0.91,34.2,M,43.5,M,,"),
                sealed("GNRMC,000000.00,A,5701.34460,N,00953.95140,E,27.0,140.22,040920,,,A"));
        assertThat(fix.alt()).isEqualTo(34.2);
    }

    @Test
    void aReceiverWithoutAFixIsReported() {
        assertThat(fix(GSA, RMC, GGA)).isNotNull();
        assertThat(nmea.decode(VOID)).isInstanceOf(PositionDecoder.PositionLost.class);
        assertThat(nmea.decode(GGA)).as("belongs to no position any more").isEqualTo(PositionDecoder.NOTHING);
    }

    @Test
    void twoDimensionsHaveNoHeight() {
        Fix fix = fix(sealed("GNGSA,A,2,01,03,17,,,,,,,,,,1.62,0.91,1.34"), GGA, RMC);
        assertThat(fix.fix()).isEqualTo("2D");
        assertThat(fix.alt()).isNull();
        assertThat(fix.nsat()).isEqualTo(9);
    }

    @Test
    void aTruncatedSentenceBeforeAValidOneIsSkipped() {
        assertThat(fix("$GNGGA,0602" + RMC)).isNotNull();
        assertThat(fix("\0\u00ff" + RMC)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GNRMC,060224.00,A,5701.34460,N,00953.95140,E,27.0,140.22,310220,,,A", // impossible date
                "GNRMC,240000.00,A,5701.34460,N,00953.95140,E,27.0,140.22,030920,,,A",
                "GNRMC,,A,5701.34460,N,00953.95140,E,27.0,140.22,030920,,,A",
                "GNRMC,060224.00,A,9101.34460,N,00953.95140,E,27.0,140.22,030920,,,A",
                "GNRMC,060224.00,A,5761.34460,N,00953.95140,E,27.0,140.22,030920,,,A",
                "GNRMC,060224.00,A,5701.34460,E,00953.95140,E,27.0,140.22,030920,,,A",
                "GNRMC,060224.00,A,57 1.3446,N,00953.95140,E,27.0,140.22,030920,,,A",
                "GNRMC,060224.00,A,-701.34460,N,00953.95140,E,27.0,140.22,030920,,,A",
                "GNRMC,060224.00,A,5701.34460,N,18100.00000,E,27.0,140.22,030920,,,A",
                "GNRMC,060224.00,A,5701.34460,N,0953.95140,E,27.0,140.22,030920,,,A",
                "GNRMC,060224.00,A,5701.34460,N",
                "GNRMC",
                "GNGGA",
                "GNGSA",
                "PUBX,00,060224.00",
                ""
            })
    void nonsenseWithARightChecksumIsNoPosition(String inside) {
        assertThat(fix(sealed(inside))).isNull();
        assertThat(fix(GSA, RMC, GGA)).as("and harms nothing").isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"1e5, 140.22", "NaN, 140.22", "-1, 140.22", "99999999, 140.22", "27.0, 361", "27.0, -1", "Infinity, x"})
    void nonsenseInSpeedOrCourseIsLeftOut(String speed, String course) {
        Fix fix = fix(sealed("GNRMC,060224.00,A,5701.34460,N,00953.95140,E," + speed + "," + course + ",030920,,,A"));
        assertThat(fix.sog() == null || fix.cog() == null).isTrue();
        assertThat(fix.lat()).isEqualTo(57.02241);
    }

    @Test
    void everyChangedByteIsSeenByTheChecksum() {
        for (int i = 1; i < RMC.length(); i++) {
            for (int bit = 0; bit < 7; bit++) {
                char changed = (char) (RMC.charAt(i) ^ 1 << bit);
                String line = RMC.substring(0, i) + changed + RMC.substring(i + 1);
                if (!line.equalsIgnoreCase(RMC)) { // the checksum digits may be lower case
                    assertThat(fix(line)).as(line).isNull();
                }
            }
        }
    }

    /** Correct checksums around wrong content, truncated, doubled and swapped sentences, and random bytes. */
    @Test
    void randomInputCausesNoException() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> seeds = List.of(RMC, GGA, GSA, VOID);
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
            text.setLength(text.length() - 3);
            text.deleteCharAt(0);
            for (int changes = random.nextInt(6); changes > 0 && text.length() > 0; changes--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, (char) random.nextInt(256));
                    case 2 -> text.setCharAt(at, ",.-0123456789AVNSEW*$".charAt(random.nextInt(21)));
                    default -> text.setLength(at);
                }
            }
            String line = random.nextInt(10) == 0 ? text.toString() : sealed(text.toString());
            try {
                if (nmea.decode(line) instanceof PositionDecoder.Position position) {
                    assertThat(position.fix().lat()).isBetween(-90.0, 90.0);
                    assertThat(position.fix().lon()).isBetween(-180.0, 180.0);
                    assertThat(position.fix().utc()).matches("\\d\\d:\\d\\d:\\d\\d");
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", line " + line, e);
            }
        }
    }

    @Test
    void overlongOrTruncatedSentencesAreIgnored() {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            fields.add("1");
        }
        assertThat(Nmea.fields(sealed(String.join(",", fields)))).isNull();
        assertThat(Nmea.fields("*47")).isNull();
        assertThat(Nmea.fields("$*00")).containsExactly("");
        assertThat(Nmea.fields("$GNRMC*4")).isNull();
        assertThat(Nmea.fields("$GNRMC*zz")).isNull();
    }
}
