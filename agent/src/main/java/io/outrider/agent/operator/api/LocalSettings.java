package io.outrider.agent.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** Settings section {@code [local]}. */
public record LocalSettings(
        @JsonProperty(defaultValue = "true") @JsonPropertyDescription("whether there is a local API at all")
        Boolean enabled,

        @JsonProperty(defaultValue = "9000")
        @JsonPropertyDescription("TCP port of the local API, 0 to 65535; 0: any free")
        Integer port,

        @JsonProperty(defaultValue = "127.0.0.1")
        @JsonPropertyDescription("address of this machine that nobody else can reach")
        String address,

        @JsonPropertyDescription("file that keeps the token; else the file token in the daemon's directory")
        String tokenFile,

        @JsonProperty(defaultValue = "false")
        @JsonPropertyDescription("no token is asked for: for scripts written for the incumbent")
        boolean open) {
    public static final int DEFAULT_PORT = 9000;
    private static final Pattern IPV4 = Pattern.compile("127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");

    public LocalSettings {
        enabled = enabled == null || enabled;
        port = Range.orElse("port", port, DEFAULT_PORT, 0, 65_535);
        address = address == null ? "127.0.0.1" : address;
        if (!IPV4.matcher(address).matches() && !address.equals("::1")) {
            throw new InvalidArgumentException(
                    "address", "'" + address + "' is not one that only this machine reaches, such as 127.0.0.1 or ::1");
        }
        if (tokenFile != null && !Path.of(tokenFile).isAbsolute()) {
            throw new InvalidArgumentException("token_file", "'" + tokenFile + "' does not begin with /");
        }
    }

    public static LocalSettings defaults() {
        return new LocalSettings(null, null, null, null, false);
    }

    public Path tokenIn(Path directory) {
        return tokenFile == null ? directory.resolve("token") : Path.of(tokenFile);
    }

    /** The Unix socket beside a port. */
    public static Path socketIn(Path directory, int port) {
        return directory.resolve("api-" + port + ".sock");
    }

    /** True for a Host header of this machine. Names are not resolved, as resolvers are controlled by others. */
    static boolean isLoopback(String host) {
        String name = host.replaceFirst(":\\d{1,5}$", "").toLowerCase(Locale.ROOT);
        return name.equals("localhost") || IPV4.matcher(name).matches() || name.equals("[::1]");
    }
}
