package io.outrider.testkit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Image made offline from Debian's {@code busybox-static}. The lowest layer has busybox and is the same in all; the next one
 * has the marker, and further ones random bytes that do not compress. Equal values are equal images.
 *
 * @param name with a tag, such as {@code team/app:1}
 * @param health shell line of the health check, run every 200 ms; empty for none
 * @param marker content of /marker: two images that differ in it only have different ids
 * @param layers bytes of each further layer
 */
public record TestImage(
        String name, List<String> command, String architecture, String health, String marker, List<Integer> layers) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> APPLETS =
            List.of("sh", "sleep", "echo", "true", "false", "test", "cat", "touch", "env", "id", "rm", "nc", "httpd");

    static String hostArchitecture() {
        return switch (System.getProperty("os.arch")) {
            case "aarch64" -> "arm64";
            case "arm" -> "arm";
            default -> "amd64";
        };
    }

    private static TestImage shell(String name, String line) {
        return new TestImage(name, List.of("sh", "-c", line), hostArchitecture(), "", name, List.of());
    }

    /** Prints {@code started NAME} and exits with 0 on SIGTERM. */
    public static TestImage running(String name) {
        return shell(name, "trap 'echo stopped; exit 0' TERM; echo started " + name + "; sleep 1000000 & wait");
    }

    /** Runs on after SIGTERM. */
    public static TestImage ignoringTerm(String name) {
        return shell(name, "trap '' TERM; echo started " + name + "; while :; do sleep 1000; done");
    }

    /** Prints a line to each of its outputs and exits at once. */
    public static TestImage exiting(String name, int code) {
        return shell(name, "echo out of " + name + "; echo fault of " + name + " >&2; exit " + code);
    }

    /** With a health check that succeeds until /sick exists. */
    public static TestImage healthy(String name) {
        return running(name).withHealth("test ! -e /sick");
    }

    /** With a health check that always fails. */
    public static TestImage unhealthy(String name) {
        return running(name).withHealth("echo not well; false");
    }

    public TestImage withHealth(String line) {
        return new TestImage(name, command, architecture, line, marker, layers);
    }

    public TestImage withName(String other) {
        return new TestImage(other, command, architecture, health, marker, layers);
    }

    public TestImage withMarker(String other) {
        return new TestImage(name, command, architecture, health, other, layers);
    }

    /** An image that says that it is for this architecture, such as {@code arm64} or {@code s390x}. */
    public TestImage forArchitecture(String other) {
        return new TestImage(name, command, other, health, marker, layers);
    }

    /** With further layers of so many random bytes. */
    public TestImage withLayers(Integer... bytes) {
        return new TestImage(name, command, architecture, health, marker, List.of(bytes));
    }

    /** {@code sha256:…} by which the engine has it. */
    public String id() {
        return digest(config());
    }

    /** Uncompressed layers, lowest first. */
    List<byte[]> tars() {
        List<byte[]> all = new ArrayList<>();
        TarWriter base = new TarWriter().folder("bin").folder("tmp").folder("etc");
        base.file("bin/busybox", 0755, busybox());
        APPLETS.forEach(applet -> base.link("bin/" + applet, "busybox"));
        all.add(base.bytes());
        all.add(new TarWriter()
                .file("marker", 0644, marker.getBytes(StandardCharsets.UTF_8))
                .bytes());
        for (int i = 0; i < layers.size(); i++) {
            byte[] random = new byte[layers.get(i)];
            new Random(marker.hashCode() + i).nextBytes(random);
            all.add(new TarWriter().file("data" + i, 0644, random).bytes());
        }
        return all;
    }

    private static byte[] busybox() {
        try {
            return Files.readAllBytes(Path.of(Programs.find("busybox", "busybox-static")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] config() {
        ObjectNode config = JSON.createObjectNode();
        config.put("architecture", architecture).put("os", "linux").put("created", "2020-01-01T00:00:00Z");
        ObjectNode run = config.putObject("config");
        run.putArray("Env").add("PATH=/bin");
        command.forEach(run.putArray("Cmd")::add);
        if (!health.isEmpty()) {
            ObjectNode check = run.putObject("Healthcheck");
            check.putArray("Test").add("CMD-SHELL").add(health);
            check.put("Interval", 200_000_000L).put("Timeout", 5_000_000_000L).put("Retries", 2);
        }
        ObjectNode rootfs = config.putObject("rootfs").put("type", "layers");
        tars().forEach(layer -> rootfs.withArray("diff_ids").add(digest(layer)));
        tars().forEach(layer -> config.withArray("history").addObject().put("created", "2020-01-01T00:00:00Z"));
        return json(config);
    }

    /** Archive as {@code docker save} makes it. */
    byte[] archive() {
        TarWriter archive = new TarWriter();
        var manifest = JSON.createArrayNode();
        ObjectNode entry = manifest.addObject().put("Config", "config.json");
        entry.putArray("RepoTags").add(name);
        List<byte[]> all = tars();
        for (int i = 0; i < all.size(); i++) {
            archive.file(i + ".tar", 0644, all.get(i));
            entry.withArray("Layers").add(i + ".tar");
        }
        return archive.file("config.json", 0644, config())
                .file("manifest.json", 0644, json(manifest))
                .bytes();
    }

    static byte[] json(Object tree) {
        try {
            return JSON.writeValueAsBytes(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed) {
            {
                def.setLevel(Deflater.BEST_SPEED);
            }
        }) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
