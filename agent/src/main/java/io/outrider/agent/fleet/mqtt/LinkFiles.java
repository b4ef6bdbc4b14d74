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

/** What the files that {@code [link]} names held at one moment, as digests: certificates and passwords are renewed. */
public final class LinkFiles {
    private final Map<String, String> digests = new LinkedHashMap<>(); // by setting and file

    /** Reads them as they are now. */
    public LinkFiles(LinkSettings settings) {
        note("ca", settings.ca());
        note("certificate", settings.certificate());
        note("key", settings.key());
        note("password_file", settings.passwordFile());
    }

    private void note(String setting, String file) {
        if (file != null) {
            digests.put("link." + setting + ": " + file, digest(Path.of(file)));
        }
    }

    private static String digest(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(SmallFile.read(file)));
        } catch (IOException e) {
            return ""; // the link says so when it wants to read it
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** For people, a line for each file that was named then too and held something else. */
    public List<String> changedSince(LinkFiles then) {
        return digests.entrySet().stream()
                .filter(each -> !each.getValue().equals(then.digests.getOrDefault(each.getKey(), each.getValue())))
                .map(each -> each.getKey() + " holds something else")
                .toList();
    }
}
