package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.IoReason;
import io.outrider.api.Module;
import io.outrider.api.Signature;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Module of {@code disk.usage}. Skips network file systems, as an unreachable one would block the call. */
public record DiskModule(Path mounts) implements Module {
    private static final Signature<Usage> USAGE =
            new Signature<>("disk.usage", "How full the local file systems are", Usage.class);

    public static final List<Signature<?>> SIGNATURES = List.of(USAGE);

    record Usage(
            @JsonPropertyDescription("only the file system that holds it")
            String path) {
        Usage {
            if (path != null && (!path.startsWith("/") || path.indexOf('\0') >= 0)) {
                throw new InvalidArgumentException("path", "takes an absolute path");
            }
        }
    }

    private static final Set<String> LOCAL = Set.of(
            "ext2",
            "ext3",
            "ext4",
            "xfs",
            "btrfs",
            "f2fs",
            "vfat",
            "exfat",
            "ntfs3",
            "overlay",
            "tmpfs",
            "zfs",
            "squashfs",
            "erofs",
            "ubifs",
            "jffs2");
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    public DiskModule() {
        this(Path.of("/proc/mounts"));
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(USAGE.with(this::usage));
    }

    private Object usage(Usage given) throws Failure {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        String holder = null;
        try {
            for (String line : new String(Files.readAllBytes(mounts), StandardCharsets.UTF_8).split("\n")) {
                String[] words = line.split(" ");
                if (words.length < 3) {
                    continue;
                }
                String point = plain(words[1]);
                if (LOCAL.contains(words[2]) && new File(point).getTotalSpace() > 0) {
                    all.put(point, numbers(new File(point), plain(words[0])));
                }
                if (given.path() != null
                        && Path.of(given.path()).normalize().startsWith(point)
                        && (holder == null || point.length() >= holder.length())) {
                    holder = point;
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new Failure(AgentErrors.NO_PROC, mounts + " cannot be read: " + IoReason.of(e), e);
        }
        if (given.path() == null) {
            return all;
        }
        if (holder == null || !all.containsKey(holder)) {
            throw Failure.argument("path", "is on no local file system");
        }
        return Map.of(holder, all.get(holder));
    }

    private static Map<String, String> numbers(File point, String source) {
        long total = point.getTotalSpace() / 1024;
        long used = total - point.getFreeSpace() / 1024;
        long available = point.getUsableSpace() / 1024;
        Map<String, String> numbers = new LinkedHashMap<>();
        numbers.put("filesystem", source);
        numbers.put("1K-blocks", Long.toString(total));
        numbers.put("used", Long.toString(used));
        numbers.put("available", Long.toString(available));
        numbers.put("capacity", (used + available == 0 ? 0 : -Math.floorDiv(-used * 100, used + available)) + "%");
        return numbers;
    }

    private static String plain(String word) {
        return OCTAL.matcher(word)
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 8))));
    }
}
