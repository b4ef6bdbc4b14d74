package io.outrider.agent.telemetry.loggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.vehicle.state.BatteryScale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadingConverterTest {
    private static final BatteryScale USUAL = new BatteryScale(12.3, null);

    private static Map<String, Object> value(Object value) {
        return Map.of("value", value, "unit", "u");
    }

    @ParameterizedTest
    @CsvSource({
        "11.2, 0, critical_level",
        "11.3, 10, critical_level",
        "11.8, 30, critical_level",
        "12.0, 40, critical_level",
        "12.3, 70, critical_level",
        "12.31, 70, discharging",
        "12.6, 100, discharging",
        "12.8, 100, discharging",
        "12.81, 100, charging_slow",
        "13.6, 100, charging_slow",
        "13.61, 100, charging",
        "14.9, 100, charging",
        "14.91, 100, overcharging",
        "24.5, 60, critical_level",
        "28.0, 100, charging"
    })
    void voltsBecomeAutoPisLevelAndState(double volts, int level, String state) {
        assertThat(ReadingConverter.BATTERY.convert(value(volts), USUAL))
                .isEqualTo(Map.of("voltage", volts, "level", level, "state", state));
    }

    @Test
    void configuredBatteryLimitsApplyToRecordsToo() {
        assertThat(ReadingConverter.BATTERY.convert(value(11.9), new BatteryScale(11.8, null)))
                .isEqualTo(Map.of("voltage", 11.9, "level", 40, "state", "discharging"));
        assertThat(ReadingConverter.BATTERY.convert(value(17), new BatteryScale(12.3, 24)))
                .isEqualTo(Map.of("voltage", 17.0, "level", 0, "state", "critical_level"));
    }

    @Test
    void voltsInTextAreConverted() {
        assertThat(ReadingConverter.BATTERY.convert(value("12.31V"), USUAL)).containsEntry("voltage", 12.31);
        assertThat(ReadingConverter.BATTERY.convert(value("full"), USUAL)).containsEntry("value", "full");
    }

    @Test
    void anUnknownSpeedBecomesZero() {
        assertThat(ReadingConverter.REALISTIC_SPEED.convert(value(255), USUAL))
                .isEqualTo(Map.of("value", 0, "unit", "u"));
        assertThat(ReadingConverter.REALISTIC_SPEED.convert(value(254), USUAL)).containsEntry("value", 254);
    }
}
