package io.outrider.agent.fleet.mqtt;

import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Digests of the files named in {@code [link]}, to detect renewed certificates and passwords. */
public final class LinkFiles {
    private final Map<String, String> digests = new LinkedHashMap<>(); // by setting and file

    /** Reads the files. */
    public LinkFiles(LinkSettings settings) {
        add("ca", settings.ca());
        add("certificate", settings.certificate());
        add("key", settings.key());
        add("password_file", settings.passwordFile());
    }

    private void add(String setting, String file) {
        if (file != null) {
            digests.put("link." + setting + ": " + file, digest(Path.of(file)));
        }
    }

    private static String digest(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(SmallFile.read(file)));
        } catch (IOException e) {
            return ""; // reported by the link when it reads the file
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
}
