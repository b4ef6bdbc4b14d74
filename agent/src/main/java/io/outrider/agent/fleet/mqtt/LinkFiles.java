package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.api.Failure;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files named in {@code [link]}, with their digests to detect renewed certificates and passwords. */
public final class LinkFiles {
    private final Map<String, String> digests = new LinkedHashMap<>(); // by setting and file

    public LinkFiles(LinkSettings settings) {
        add("ca", settings.ca());
        add("certificate", settings.certificate());
        add("key", settings.key());
        add("issuer_ca", settings.issuerCa());
        add("password_file", settings.passwordFile());
    }

    private void add(String setting, String file) {
        if (file != null) {
            digests.put("link." + setting + ": " + file, digest(Path.of(file)));
        }
    }

    /** SHA-256 of the content; empty for a file that cannot be read. */
    public static String digest(Path file) {
        try {
            return digest(SmallFile.read(file));
        } catch (IOException e) {
            return ""; // reported by the link when it reads the file
        }
    }

    public static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Describes each file that was named before, too, and had another content. */
    public List<String> changedSince(LinkFiles earlier) {
        return digests.entrySet().stream()
                .filter(each -> !each.getValue().equals(earlier.digests.getOrDefault(each.getKey(), each.getValue())))
                .map(each -> each.getKey() + " holds something else")
                .toList();
    }

    /** @throws Failure with the message that a connection attempt with these files would end with */
    public static void check(LinkSettings settings) throws Failure {
        try {
            if (settings.passwordFile() != null) {
                secret("password_file", settings.passwordFile());
            }
            if (settings.issuerCa() != null) {
                TlsContext.certificates("issuer_ca", settings.issuerCa());
            }
            if (settings.url() != null && BrokerAddress.parse(settings.url()).tls()) {
                TlsContext.context(settings);
            }
        } catch (LinkFailure e) {
            throw new Failure(AgentErrors.BAD_SETTING, e.getMessage(), e);
        }
    }

    static String secret(String setting, String file) throws LinkFailure {
        try {
            return SecretFile.read(Path.of(file));
        } catch (Failure e) {
            throw new LinkFailure("[link] " + setting + ": " + e.getMessage(), e);
        }
    }
}
