package io.outrider.unit.gnss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GnssSettingsTest {
    @Test
    void withoutSettingsItIsTheGpsdOfThisMachine() {
        GnssSettings settings = new GnssSettings(null, null, null, null);
        assertThat(settings.receiver()).isEqualTo(new GpsdReceiver("localhost", 2947));
        assertThat(settings.maxAge()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"gps.local, gps.local, 2947", "10.0.0.7:3000, 10.0.0.7, 3000", "[::1]:2948, [::1], 2948"})
    void gpsdMayBeElsewhere(String text, String host, int port) {
        assertThat(new GnssSettings(text, null, null, null).receiver()).isEqualTo(new GpsdReceiver(host, port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":2947", "host:", "host:0", "host:65536", "host:99999", "a b", "::1", "host:x"})
    void anInvalidAddressIsRefused(String text) {
        assertThatThrownBy(() -> new GnssSettings(text, null, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("gpsd: '" + text + "' is not host:port");
    }

    @Test
    void aDeviceTakesPrecedenceOverGpsd() {
        assertThat(new GnssSettings(null, "/dev/ttyUSB1", 115_200, null).receiver())
                .isEqualTo(new SerialReceiver("/dev/ttyUSB1", 115_200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ttyUSB1", "-F", "../dev/ttyUSB1", "/dev/\0"})
    void aDeviceIsAnAbsolutePath(String text) {
        assertThatThrownBy(() -> new GnssSettings(null, text, null, null)).hasMessageStartingWith("device: '");
    }

    @Test
    void numbersHaveTheirRange() {
        assertThatThrownBy(() -> new GnssSettings(null, null, 300, null))
                .hasMessage("baud: 300 is not from 1200 to 921600");
        assertThatThrownBy(() -> new GnssSettings(null, null, null, 0)).hasMessage("max_age: 0 is not from 1 to 3600");
    }
}
