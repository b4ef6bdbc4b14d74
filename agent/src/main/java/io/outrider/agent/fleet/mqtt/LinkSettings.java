package io.outrider.agent.fleet.mqtt;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.settings.EntryCheck;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;

/** Settings section {@code [link]}. */
public record LinkSettings(
        @JsonPropertyDescription("the broker: mqtt://host[:1883], mqtts://host[:8883]; without it there is no link")
        String url,

        @JsonProperty(defaultValue = "outrider/v1") @JsonPropertyDescription("what all topics begin with")
        String prefix,

        @JsonPropertyDescription("user name at the broker") String user,

        @JsonPropertyDescription("file whose first line is the password; readable by its owner only")
        String passwordFile,

        @JsonPropertyDescription("PEM file of the authorities that may sign the broker's certificate; else Java's own")
        String ca,

        @JsonPropertyDescription("PEM file of the unit's certificate and what lies between it and its authority")
        String certificate,

        @JsonPropertyDescription(
                "PEM file of the certificate's key, PKCS#8 without a password; readable by its owner only")
        String key,

        @JsonPropertyDescription(
                "address of a fleet service that gives the unit a certificate, and renews it, for user and password")
        String issuer,

        @JsonPropertyDescription("PEM file of the authorities that may sign the issuer's certificate; else Java's own")
        String issuerCa,

        @JsonProperty(defaultValue = "240") @JsonPropertyDescription("seconds of silence before a ping, 1 to 3600")
        Integer keepalive,

        @JsonProperty(defaultValue = "30") @JsonPropertyDescription("seconds until an attempt to connect is given up")
        Integer connectTimeout,

        @JsonProperty(defaultValue = "14")
        @JsonPropertyDescription("days for which the broker keeps what is for an absent unit, 0 to 3650")
        Integer session,

        @JsonProperty(defaultValue = "10")
        @JsonPropertyDescription("messages under way before the broker has acknowledged the first, 1 to 1000")
        Integer window,

        @JsonProperty(defaultValue = "262144")
        @JsonPropertyDescription(
                "longest message taken from the broker in bytes, 1024 to 16777216; longer ones are refused")
        Integer longest) {
    public LinkSettings {
        prefix = prefix == null ? "outrider/v1" : prefix;
        if (prefix.isEmpty() || prefix.startsWith("$") || prefix.matches(".*[#+\\x00].*") || prefix.endsWith("/")) {
            throw new InvalidArgumentException(
                    "prefix", "'" + prefix + "' cannot begin topics: no #, no +, no $ in front, no / at the end");
        }
        keepalive = Range.orElse("keepalive", keepalive, 240, 1, 3_600);
        connectTimeout = Range.orElse("connect_timeout", connectTimeout, 30, 1, 600);
        session = Range.orElse("session", session, 14, 0, 3_650);
        window = Range.orElse("window", window, 10, 1, 1_000);
        longest = Range.orElse("longest", longest, 256 * 1024, 1_024, 16 * 1024 * 1024);
        boolean tls = url != null && BrokerAddress.parse(url).tls();
        EntryCheck check = new EntryCheck();
        check.that(
                tls || url == null || ca == null && certificate == null && key == null && issuer == null,
                "url",
                "'" + url
                        + "' is without TLS, so that ca, certificate, key and issuer would mean nothing; use mqtts://");
        check.that(certificate != null || key == null, "certificate", "is missing beside key");
        check.that(key != null || certificate == null, "key", "is missing beside certificate");
        check.that(
                user != null || passwordFile == null,
                "password_file",
                "needs user beside it, the name at the broker",
                "user");
        check.that(
                issuer == null || issuer.matches("https?://[^/?#@\\s]+(/[^?#\\s]*)?"),
                "issuer",
                "'" + issuer + "' is no address of http:// or https://");
        check.that(
                issuer == null || passwordFile != null && certificate == null,
                "issuer",
                "needs user and password_file beside it, and gives the unit what certificate and key would");
        check.that(issuer != null || issuerCa == null, "issuer", "is missing beside issuer_ca");
        check.done();
    }

    /** The same with a certificate in the place of the password, whose file has its key too. */
    public LinkSettings withCertificate(String pem) {
        return new LinkSettings(
                url, prefix, user, null, ca, pem, pem, null, null, keepalive, connectTimeout, session, window, longest);
    }
}
