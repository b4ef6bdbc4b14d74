package io.outrider.agent.builtin.update;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import java.net.URI;
import java.util.Locale;

/** Arguments of {@code agent.update}; stored as they are until the request to root. */
record UpdateArguments(
        @JsonProperty(required = true) @JsonPropertyDescription("http or https address of the package")
        String url,

        @JsonProperty(required = true) @JsonPropertyDescription("its SHA-256 digest, 64 hexadecimal digits")
        String sha256,

        @JsonPropertyDescription("Ed25519 signature of the digest by a key of update-keys.d, in Base64")
        String signature,

        @JsonPropertyDescription(
                "also a version that is not newer than the installed one, if update.conf has allow_downgrade=yes")
        @JsonProperty(defaultValue = "false")
        boolean downgrade,

        @JsonPropertyDescription("also while the vehicle is in use, or a release or another job runs")
        @JsonProperty(defaultValue = "false")
        boolean force) {
    private static final int LONGEST_URL = 4000; // characters, which PendingUpdate has room for

    UpdateArguments {
        if (url != null && url.length() > LONGEST_URL) {
            throw new InvalidArgumentException("url", "takes " + LONGEST_URL + " characters at most");
        }
        if (url != null && !url.matches("https?://[^\\s@/?#]+/[^\\s]*") || url != null && !isUri(url)) {
            throw new InvalidArgumentException("url", "takes http:// or https://, a server and a path, without a user");
        }
        sha256 = sha256 == null ? null : sha256.toLowerCase(Locale.ROOT);
        if (sha256 != null && !sha256.matches("[0-9a-f]{64}")) {
            throw new InvalidArgumentException("sha256", "takes 64 hexadecimal digits");
        }
        if (signature != null && !signature.matches("[A-Za-z0-9+/]{86}==")) {
            throw new InvalidArgumentException("signature", "takes the 64 bytes of an Ed25519 signature in Base64");
        }
    }

    /** The same without {@code force}, whose time has passed. */
    UpdateArguments unforced() {
        return new UpdateArguments(url, sha256, signature, downgrade, false);
    }

    private static boolean isUri(String url) {
        try {
            return URI.create(url).getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
