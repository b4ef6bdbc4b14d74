package io.outrider.agent.telemetry.upload;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;

/** The section {@code [upload]} of the settings. */
public record UploadSettings(
        @JsonProperty(defaultValue = "mqtt")
        @JsonPropertyDescription(
                "where records go: mqtt (the link's broker), https (the server at url), none (they wait)")
        String via,

        @JsonPropertyDescription("https://... (or http://...) that takes POSTs of records; for via = \"https\"")
        String url,

        @JsonProperty(defaultValue = "token")
        @JsonPropertyDescription("word before the token in the header Authorization: token or Bearer")
        String scheme,

        @JsonPropertyDescription("file whose first line is the token; readable by its owner only")
        String tokenFile,

        @JsonPropertyDescription("PEM file of the authorities that may sign the server's certificate; else Java's own")
        String ca,

        @JsonProperty(defaultValue = "500") @JsonPropertyDescription("most records in a batch, 1 to 5000")
        Integer batch,

        @JsonProperty(defaultValue = "10")
        @JsonPropertyDescription("seconds for which the first record of a batch waits for others, 0 to 3600")
        Integer age,

        @JsonProperty(defaultValue = "0")
        @JsonPropertyDescription(
                "megabytes that may be sent a day (UTC), then only events go out, 0 to 1000000; 0 is no limit")
        Integer budgetMb,

        @JsonProperty(defaultValue = "10") @JsonPropertyDescription("seconds until a connection is given up, 1 to 300")
        Integer connectTimeout,

        @JsonProperty(defaultValue = "60")
        @JsonPropertyDescription("seconds to wait for the answer to a batch, 1 to 600")
        Integer timeout,

        @JsonProperty(defaultValue = "true")
        @JsonPropertyDescription(
                "whether records are kept while nobody subscribes to them at the broker; false where a bridge or rule of"
                        + " the broker takes them without a subscription")
        Boolean requireReceiver) {
    public UploadSettings {
        via = via == null ? "mqtt" : via;
        if (!List.of("mqtt", "https", "none").contains(via)) {
            throw new InvalidArgumentException("via", "takes mqtt, https or none, not '" + via + "'");
        }
        scheme = scheme == null ? "token" : scheme;
        if (!scheme.matches("[A-Za-z][A-Za-z0-9_-]{0,31}")) {
            // not quoted: it may contain the token
            throw new InvalidArgumentException(
                    "scheme",
                    "takes a single word such as token or Bearer; the token itself"
                            + " stands in the file that token_file names");
        }
        batch = Range.orElse("batch", batch, 500, 1, 5_000);
        age = Range.orElse("age", age, 10, 0, 3_600);
        budgetMb = Range.orElse("budget_mb", budgetMb, 0, 0, 1_000_000);
        connectTimeout = Range.orElse("connect_timeout", connectTimeout, 10, 1, 300);
        timeout = Range.orElse("timeout", timeout, 60, 1, 600);
        requireReceiver = requireReceiver == null || requireReceiver;
        if (url != null) {
            check(url);
        } else if (via.equals("https")) {
            throw new InvalidArgumentException("url", "is missing beside via = \"https\"");
        }
    }

    /** True if destination and connection are the same; batching may differ. */
    public boolean sameSink(UploadSettings other) {
        return sink().equals(other.sink());
    }

    private List<Object> sink() {
        return Arrays.asList(via, url, scheme, tokenFile, ca, connectTimeout, timeout);
    }

    private static void check(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) { // without the cause, which quotes it
            throw new InvalidArgumentException(
                    "url", "'" + Redaction.address(url) + "' is no URL: " + mistake(url, e.getIndex()));
        }
        boolean http = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
        if (!http || uri.getHost() == null) {
            throw new InvalidArgumentException(
                    "url", "'" + Redaction.address(url) + "' is not https://host[:port][/path]");
        }
        if (uri.getUserInfo() != null) {
            throw new InvalidArgumentException("url", "takes no user or password; put the token into token_file");
        }
    }

    private static String mistake(String url, int index) {
        return index < 0 || index >= url.length()
                ? "something is missing at its end"
                : "character " + (index + 1) + " is one that cannot stand there";
    }
}
