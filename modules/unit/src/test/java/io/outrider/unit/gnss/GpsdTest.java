package io.outrider.unit.gnss;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with reports of gpsd 3.22. */
class GpsdTest {
    private static final String TPV = "{\"class\":\"TPV\",\"device\":\"/dev/ttyUSB1\",\"mode\":3,"
            + "\"time\":\"2020-09-03T06:02:24.000Z\",\"ept\":0.005,\"lat\":57.022410000,\"lon\":9.899190000,"
            + "\"altHAE\":77.7,\"altMSL\":34.2,\"alt\":34.2,\"epx\":1.2,\"track\":140.22,\"speed\":13.890,\"climb\":0.1}";
    private static final String SKY =
            "{\"class\":\"SKY\",\"device\":\"/dev/ttyUSB1\",\"xdop\":0.5,\"nSat\":3,\"uSat\":2,"
                    + "\"satellites\":[{\"PRN\":1,\"el\":40.0,\"used\":true},{\"PRN\":3,\"used\":false},{\"PRN\":17,\"used\":true}]}";

    private final Gpsd gpsd = new Gpsd();

    private Fix fix(String line) {
        return gpsd.decode(line) instanceof PositionDecoder.Position position ? position.fix() : null;
    }

    @Test
    void aReportOfThePositionIsOne() {
        assertThat(fix(TPV))
                .isEqualTo(new Fix("06:02:24", "2020-09-03", 57.02241, 9.89919, 34.2, 50.0, 140.22, null, "3D"));
        assertThat(gpsd.decode(SKY)).isEqualTo(PositionDecoder.NOTHING);
        assertThat(fix(TPV).nsat()).isEqualTo(2);
    }

    @Test
    void anOlderGpsdsSatellitesAreCounted() {
        gpsd.decode(SKY.replace("\"uSat\":2,", ""));
        assertThat(fix(TPV).nsat()).isEqualTo(2);
        gpsd.decode("{\"class\":\"SKY\",\"xdop\":0.5}");
        assertThat(fix(TPV).nsat())
                .as("a report of the precision alone says nothing of them")
                .isEqualTo(2);
    }

    @Test
    void twoDimensionsHaveNoHeight() {
        Fix fix = fix(TPV.replace("\"mode\":3", "\"mode\":2"));
        assertThat(fix.alt()).isNull();
        assertThat(fix.fix()).isEqualTo("2D");
    }

    @Test
    void anOlderGpsdsHeightIsTaken() {
        assertThat(fix(TPV.replace("\"altMSL\":34.2,", "")).alt()).isEqualTo(34.2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"class\":\"TPV\",\"mode\":1}",
                "{\"class\":\"TPV\"}",
                "{\"class\":\"DEVICES\",\"devices\":[]}",
                "{\"class\":\"DEVICE\",\"path\":\"/dev/ttyUSB1\",\"activated\":0}"
            })
    void missingFixAndMissingReceiverAreReported(String line) {
        assertThat(gpsd.decode(line)).isInstanceOf(PositionDecoder.PositionLost.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"class\":\"VERSION\",\"release\":\"3.22\",\"rev\":\"3.22\",\"proto_major\":3,\"proto_minor\":14}",
                "{\"class\":\"DEVICES\",\"devices\":[{\"class\":\"DEVICE\",\"path\":\"/dev/ttyUSB1\",\"activated\":\"x\"}]}",
                "{\"class\":\"DEVICE\",\"path\":\"/dev/ttyUSB1\",\"activated\":\"2020-09-03T06:02:24.000Z\"}",
                "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2}",
                "{\"class\":\"TPV\",\"mode\":3,\"time\":\"1970\",\"lat\":1,\"lon\":2}",
                "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2020-09-03T06:02:24.000Z\",\"lat\":91,\"lon\":2}",
                "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2020-09-03T26:02:24.000Z\",\"lat\":1,\"lon\":2}",
                "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2020-09-03T06:02:24.000Z\",\"lat\":\"1\",\"lon\":2}",
                "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2020-09-03T06:02:24.000Z\",\"lat\":NaN,\"lon\":2}",
                "{\"class\":{\"class\":\"TPV\"},\"mode\":1}",
                "{\"class\":[\"TPV\"],\"mode\":1}",
                "[{\"class\":\"TPV\"}]",
                "{}",
                "null",
                "{",
                "",
                "nothing"
            })
    void otherReportsAreIgnored(String line) {
        assertThat(gpsd.decode(line)).isEqualTo(PositionDecoder.NOTHING);
        assertThat(fix(TPV)).as("and harms nothing").isNotNull();
    }

    @Test
    void deepAndLongReportsAreReadInTime() {
        assertThat(gpsd.decode("{\"class\":" + "[".repeat(16_000))).isEqualTo(PositionDecoder.NOTHING);
        assertThat(gpsd.decode("{\"a\":".repeat(3_000))).isEqualTo(PositionDecoder.NOTHING);
        assertThat(gpsd.decode("{\"mode\":" + "9".repeat(16_000) + "}")).isEqualTo(PositionDecoder.NOTHING);
    }

    @Test
    void randomInputCausesNoException() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> seeds = List.of(TPV, SKY, "{\"class\":\"DEVICES\",\"devices\":[{\"path\":\"x\"}]}");
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
            for (int changes = random.nextInt(8); changes > 0 && text.length() > 0; changes--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, (char) random.nextInt(0x300));
                    case 2 -> text.setCharAt(at, "{}[]:,\"-+.eE0123456789tfn\\u".charAt(random.nextInt(27)));
                    default -> text.setLength(Math.max(1, at));
                }
            }
            try {
                if (gpsd.decode(text.toString()) instanceof PositionDecoder.Position position) {
                    assertThat(position.fix().lat()).isBetween(-90.0, 90.0);
                    assertThat(position.fix().lon()).isBetween(-180.0, 180.0);
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", line " + text, e);
            }
        }
    }
}
