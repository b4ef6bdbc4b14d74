package io.outrider.docker;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import java.util.List;

/** Settings section {@code [releases]}. */
public record ReleaseSettings(
        @JsonPropertyDescription(
                "when images are pulled: any (as soon as a release is known), metered-never, or idle (before it is applied)")
        @JsonProperty(defaultValue = "any")
        String pull,

        @JsonPropertyDescription("bytes that are pulled in a day (UTC) without being asked for by hand; 0: any number")
        @JsonProperty(defaultValue = "0")
        Long pullBytesPerDay,

        @JsonPropertyDescription("time in 24 hours for which pulls of an idle unit inhibit sleep, 0 to 86400 s")
        @JsonProperty(defaultValue = "1800")
        Integer pullAwake,

        @JsonPropertyDescription(
                "network interfaces that cost money, tunnels over them too, for pull = \"metered-never\"; * at the end: any")
        @JsonProperty(defaultValue = "wwan*, ppp*, usb*, rmnet*")
        List<String> meteredInterfaces,

        @JsonPropertyDescription("time in which new containers must run, 0 to 3600 s")
        @JsonProperty(defaultValue = "10")
        Integer probation,

        @JsonPropertyDescription("time in which those with a health check must become healthy, 1 to 3600 s")
        @JsonProperty(defaultValue = "120")
        Integer healthTimeout,

        @JsonPropertyDescription(
                "containers that no release names are removed, but those of the whitelist, once all releases are applied")
        @JsonProperty(defaultValue = "false")
        boolean removeUnknown,

        @JsonPropertyDescription("containers may be privileged") @JsonProperty(defaultValue = "true")
        Boolean allowPrivileged,

        @JsonPropertyDescription("containers may use the network of the host") @JsonProperty(defaultValue = "true")
        Boolean allowHostNetwork,

        @JsonPropertyDescription("folders of the host below which containers may have binds")
        @JsonProperty(defaultValue = "/")
        List<String> bindBelow,

        @JsonPropertyDescription("hosts of registries that images may come from") @JsonProperty(defaultValue = "any")
        List<String> registriesOnly,

        @JsonPropertyDescription("images are named by their digest") @JsonProperty(defaultValue = "false")
        boolean requireDigest,

        @JsonPropertyDescription("releases are signed with a key of /etc/outrider/release-keys.d")
        @JsonProperty(defaultValue = "false")
        boolean requireSignature,

        @JsonPropertyDescription("folders of the host below which purge_data may set folders aside")
        @JsonProperty(defaultValue = "/var/lib/outrider-data")
        List<String> purgeBelow) {
    static final String ANY = "any";
    static final String IDLE = "idle";
    static final String METERED_NEVER = "metered-never";

    public ReleaseSettings {
        pull = pull == null ? ANY : pull;
        if (!List.of(ANY, IDLE, METERED_NEVER).contains(pull)) {
            throw new InvalidArgumentException("pull", "takes any, metered-never or idle");
        }
        pullBytesPerDay = pullBytesPerDay == null ? 0 : pullBytesPerDay;
        if (pullBytesPerDay < 0) {
            throw new InvalidArgumentException("pull_bytes_per_day", "takes a number of bytes, or 0 for no limit");
        }
        pullAwake = Range.orElse("pull_awake", pullAwake, 1800, 0, 86_400);
        meteredInterfaces =
                meteredInterfaces == null ? List.of("wwan*", "ppp*", "usb*", "rmnet*") : List.copyOf(meteredInterfaces);
        probation = Range.orElse("probation", probation, 10, 0, 3600);
        healthTimeout = Range.orElse("health_timeout", healthTimeout, 120, 1, 3600);
        allowPrivileged = allowPrivileged == null || allowPrivileged;
        allowHostNetwork = allowHostNetwork == null || allowHostNetwork;
        bindBelow = paths("bind_below", bindBelow, allowPrivileged ? List.of("/") : List.of());
        purgeBelow = paths("purge_below", purgeBelow, List.of("/var/lib/outrider-data"));
        registriesOnly = registriesOnly == null ? List.of() : List.copyOf(registriesOnly);
        if (removeUnknown && requireSignature) {
            throw new InvalidArgumentException(
                    "remove_unknown", "cannot be true with require_signature, as the whitelist is not signed");
        }
    }

    private static List<String> paths(String key, List<String> given, List<String> otherwise) {
        List<String> paths = given == null ? otherwise : List.copyOf(given);
        if (!paths.stream().allMatch(each -> each.startsWith("/"))) {
            throw new InvalidArgumentException(key, "takes absolute paths of folders");
        }
        return paths;
    }
}
