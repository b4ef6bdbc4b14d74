package io.outrider.unit.gnss;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Settings section {@code [gnss]}. */
public record GnssSettings(
        @JsonPropertyDescription("where gpsd listens: host[:port]") @JsonProperty(defaultValue = "localhost:2947")
        String gpsd,

        @JsonPropertyDescription("serial device or file with the receiver's NMEA sentences, instead of gpsd")
        String device,

        @JsonPropertyDescription("speed of the serial device, 1200 to 921600 bit/s; USB modems ignore it")
        @JsonProperty(defaultValue = "9600")
        Integer baud,

        @JsonPropertyDescription("how old a position may be, 1 to 3600 s") @JsonProperty(defaultValue = "5")
        Integer maxAge) {
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9A-Fa-f:.%]+\\]|[^:\\s]+)(?::(\\d{1,5}))?");
    private static final int PORT = 2947;

    public GnssSettings {
        gpsd = gpsd == null ? "localhost" : gpsd;
        Matcher address = ADDRESS.matcher(gpsd);
        if (!address.matches() || port(address) < 1 || port(address) > 65_535) {
            throw new InvalidArgumentException("gpsd", "'" + gpsd + "' is not host:port, such as localhost:2947");
        }
        if (device != null && (!device.startsWith("/") || device.indexOf('\0') >= 0)) {
            throw new InvalidArgumentException(
                    "device", "'" + device + "' is not the whole path of a device, such as /dev/ttyUSB1");
        }
        baud = Range.orElse("baud", baud, 9_600, 1_200, 921_600);
        maxAge = Range.orElse("max_age", maxAge, 5, 1, 3_600);
    }

    private static int port(Matcher address) {
        return address.group(2) == null ? PORT : Integer.parseInt(address.group(2));
    }

    PositionReceiver receiver() {
        if (device != null) {
            return new SerialReceiver(device, baud);
        }
        Matcher address = ADDRESS.matcher(gpsd);
        address.matches();
        return new GpsdReceiver(address.group(1), port(address));
    }
}
