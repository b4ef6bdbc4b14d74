package io.outrider.docker.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents made at random of the words that readers look for: whatever they hold, no more than a {@link Failure} comes of it. */
class RandomDocumentsTest {
    private static final int DOCUMENTS = 20_000;

    private static final List<String> NAMES = Stream.concat(
                    Stream.of(
                            "name",
                            "version",
                            "containers",
                            "fallback_containers",
                            "image",
                            "tag",
                            "registry",
                            "url",
                            "username",
                            "password",
                            "required_tags",
                            "startup_parameters",
                            "purge_data",
                            "signature",
                            "key",
                            "value",
                            "Name",
                            "MaximumRetryCount",
                            "bind",
                            "mode",
                            "HostPort",
                            "HostIp",
                            "test",
                            "interval",
                            "retries",
                            "Soft",
                            "80/tcp",
                            "/a",
                            ""),
                    StartParameters.TABLE.stream().flatMap(row -> row.names().stream()))
            .toList();

    private static final List<Object> VALUES = new ArrayList<>(List.of(
            "",
            " ",
            "a",
            "/",
            "/a",
            "/a:/b",
            "a:b",
            ":",
            "::",
            "A=1",
            "=",
            "1",
            "-1",
            "0",
            "80",
            "80:80",
            "1.2.3.4:80:80/udp",
            "on-failure:3",
            "host",
            "container:x",
            "256m",
            "30s",
            "1e9",
            "99999999999999999999",
            "'",
            "\"",
            "\\",
            "\u0000",
            "\ud800",
            "ü",
            "sha256:x",
            "busybox:1",
            "r.x/a@sha256:1",
            "https://u:p@r.x",
            "true",
            "CMD",
            "io.outrider.run"));

    static {
        VALUES.addAll(List.of(
                true,
                false,
                0,
                1,
                -1,
                80,
                70_000,
                Long.MAX_VALUE,
                1.5,
                1e300,
                Double.NaN,
                BigInteger.ONE.shiftLeft(5000),
                new BigDecimal("1E+999999999"),
                new BigDecimal("0.1")));
        VALUES.add(null);
    }

    private final Random random = new Random(20_261_123);

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Object value(int depth) {
        int kind = depth > 5 ? 0 : random.nextInt(10);
        if (kind < 5) {
            return any(VALUES);
        }
        if (kind < 7) {
            List<Object> list = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                list.add(value(depth + 1));
            }
            return list;
        }
        return object(depth + 1, random.nextInt(4));
    }

    private Map<String, Object> object(int depth, int members) {
        Map<String, Object> object = new HashMap<>();
        for (int i = 0; i < members; i++) {
            object.put(any(NAMES), value(depth));
        }
        return object;
    }

    /** Mostly right, so that the readers come far. */
    private Map<String, Object> project() {
        Map<String, Object> container = object(3, random.nextInt(2));
        container.putIfAbsent("name", "c" + random.nextInt(3));
        container.putIfAbsent("image", "x.y/app");
        Map<String, Object> parameters = object(4, 1 + random.nextInt(2));
        container.put("startup_parameters", random.nextInt(20) == 0 ? value(4) : parameters);
        Map<String, Object> project = random.nextInt(5) == 0 ? object(2, 2) : new HashMap<>();
        project.putIfAbsent("name", "p" + random.nextInt(3));
        project.putIfAbsent("version", "1");
        project.putIfAbsent("containers", Collections.nCopies(1, container));
        return project;
    }

    @Test
    void noDocumentCausesAnythingButAFailure() {
        Set<String> codes = new HashSet<>();
        int projects = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            Map<String, Object> document = new HashMap<>();
            document.put("projects", random.nextInt(20) == 0 ? value(1) : Collections.singletonList(project()));
            if (random.nextInt(5) == 0) {
                document.put("registries", Collections.singletonList(object(1, 4)));
            }
            OwnerPolicy policy =
                    i % 2 == 0 ? OwnerPolicy.DEFAULT : Documents.policy("privileged", "network", "paths", "purge");
            try {
                Releases releases = new ReleaseReader(policy, "u", null, Path.of("/nowhere")).read(document);
                projects += releases.projects().size();
                releases.refused().forEach(each -> codes.add(each.why().code()));
            } catch (Failure e) {
                codes.add(e.code());
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("document " + i + ": " + document, e);
            }
        }
        assertThat(projects).as("documents that are right").isGreaterThan(DOCUMENTS / 20);
        assertThat(codes).contains("RELEASE_INVALID", "PARAMETER_INVALID", "PARAMETER_UNKNOWN", "POLICY_FORBIDS");
    }

    @Test
    void randomTextsAreNoTrouble() {
        String letters = "ab/:@.-_= '\"\\0189[]$`\n,";
        for (int i = 0; i < DOCUMENTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            Map<String, Object> parameters = new HashMap<>();
            parameters.put(any(NAMES), text.toString());
            Map<String, Object> container =
                    new HashMap<>(Map.of("name", "c", "image", i % 3 == 0 ? text.toString() : "a"));
            container.put("startup_parameters", parameters);
            Map<String, Object> project = Map.of("name", "p", "version", "1", "containers", List.of(container));
            try {
                Documents.reader(OwnerPolicy.DEFAULT).read(Map.of("projects", List.of(project)));
            } catch (Failure | RuntimeException e) {
                throw new AssertionError("text " + text + " of " + parameters.keySet(), e);
            }
        }
    }
}
