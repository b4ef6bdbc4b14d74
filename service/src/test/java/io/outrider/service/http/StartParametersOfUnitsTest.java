package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Registry;
import io.outrider.docker.release.ReleaseReader;
import io.outrider.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The schemas of releases and registries beside the part of the unit that reads these. */
class StartParametersOfUnitsTest {
    private static final int VALUES = 20_000;

    /** Texts of all forms, right and wrong. */
    private static final List<Object> SCALARS = new ArrayList<>(List.of(("|"
                    + " |a|A|=|=1|A=1|A=|A=1,B=2|A=1\nB=\"x y\"\n\n|A=1\nB|\n|a=1,b|io.outrider.run=1|io.outrider|/|/a|/a/b:c"
                    + "|/a:/b|/a:/b:ro|/a:/b:ro,z,/c:/d|/a:/b:rx|/a:ro|v1:/a|v1:/a:nocopy|a/b:/c|/a,/b|/run:size=1m"
                    + "|80|80/tcp|53:53/udp|8080:80|127.0.0.1:8080:80/tcp|[::1]:8080:80|1.2.3.4::81|0:82|80,81, 82"
                    + "|1:2:3:4|80/xtp|127.0.0.1|127.0.0.1:8080|:80|no|always|unless-stopped|on-failure|on-failure:3"
                    + "|on-failure:-1|always:0|always:3|:0|sometimes|host|bridge|none|container:x|container:|my_net"
                    + "|a b|true|False|TRUE|yes|1|-1|0|-5|1.5|1.0|1e3|15e-1|1e99|600|601|99999999999999999999"
                    + "|256m|64 MiB|1.5g|1gb|12q|SIGTERM|term|rtmin+3|RTMAX-1|USR1|64|65|NOPE|30s|1m30s|500ms|1h|30"
                    + "|1000000000|-30s|1.5S|CMD|CMD-SHELL|NONE|sh -c \"a b\"|'|nofile=1024:2048|core=-1|nofile:5|nofile"
                    + "|nofile=1,core=-1|/dev/a|/dev/a:/dev/b|/dev/a:/dev/b:rwm|/dev/a:rw|/dev/a:x|dev/a|/dev/a,/dev/b"
                    + "|a:1.2.3.4|a:fe80::1|a:1,b:2|json-file|NET_ADMIN,SYS_TIME|0,1|\u00e4")
            .split("[|]")));

    private static final List<String> MEMBERS = List.of(
            ("name|Name|NAME|value|A|/a|v1|80|80/tcp|8080:80|53/udp|80/x|bind|mode|HostIp|HostPort|MaximumRetryCount"
                            + "|maximum_retry_count|Nam|PathOnHost|path_in_container|CgroupPermissions|Type|type|Config|config|test"
                            + "|Test|interval|timeout|start_period|StartPeriod|retries|intervall|Soft|hard|nofile|io.outrider.run")
                    .split("[|]"));

    static {
        SCALARS.addAll(Arrays.asList(
                true, false, 0, 1, -1, -5, 30, 64, 65, 80, 600, 601, 8080, 70_000, 1_000_000_000, 1.5, 0.25, -0.5));
        SCALARS.addAll(Arrays.asList(Long.MAX_VALUE, 1e3, 1e300, null, null, List.of(), Map.of()));
    }

    private final ObjectMapper mapper = new ObjectMapper();
    private final OpenApiDocument document = OpenApiDocument.load();
    private final Random random = new Random(20_261_129);
    private final ReleaseReader units = new ReleaseReader(
            OwnerPolicy.DEFAULT,
            "van-1",
            new TestContext()
                    .withLocalApi("http://127.0.0.1:9000", Path.of("/api"))
                    .localApi(),
            Path.of("/nowhere"));

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Object value(int depth) {
        int kind = depth > 2 ? 0 : random.nextInt(10);
        if (kind < 5) {
            return any(SCALARS);
        }
        int size = 1 + random.nextInt(2);
        if (kind < 7) {
            List<Object> list = new ArrayList<>();
            while (list.size() < size) {
                list.add(value(depth + 1));
            }
            return list;
        }
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            object.put(any(MEMBERS), value(depth + 1));
        }
        return object;
    }

    /** Names that the page of start parameters has, which is compared with those of the unit elsewhere. */
    private static List<String> names() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        String page = Files.readString(Path.of("../docs/start-parameters.md"));
        Matcher row = Pattern.compile("(?m)^\\| (`[a-z_]+`(, `[a-z_]+`)*) \\|").matcher(page.split("## Forms")[0]);
        while (row.find()) {
            names.addAll(List.of(row.group(1).replace("`", "").split(", ")));
        }
        Matcher ignored = Pattern.compile("(?s)Without an effect, but accepted: (.*?)[.]\n")
                .matcher(page);
        assertThat(ignored.find()).isTrue();
        names.addAll(List.of(ignored.group(1).replace("`", "").split(",\\s")));
        assertThat(names).hasSizeGreaterThan(70).contains("environment", "watch_action");
        return List.copyOf(names);
    }

    private boolean unitTakes(Object parameters) {
        Map<String, Object> container = Map.of("name", "c", "image", "a", "startup_parameters", parameters);
        Map<String, Object> project = Map.of("name", "p", "version", "1", "containers", List.of(container));
        try {
            return units.read(Map.of("projects", List.of(project))).refused().isEmpty();
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aReleaseIsTakenIfAUnitTakesItAndMostOthersAreRefused() throws Exception {
        List<String> names = new ArrayList<>(names());
        names.addAll(List.of("name", "image", "auto_remove", "enviroment"));
        int taken = 0;
        int refused = 0;
        int wronglyTaken = 0;
        for (int i = 0; i < VALUES; i++) {
            String json = json(any(names), value(0));
            boolean valid =
                    document.mistakes("StartParameters", mapper.readTree(json)).isEmpty();
            if (unitTakes(mapper.readValue(json, Object.class))) {
                assertThat(valid).as(json).isTrue();
                taken++;
            } else if (valid) {
                wronglyTaken++;
            } else {
                refused++;
            }
        }
        assertThat(taken).isGreaterThan(VALUES / 10);
        assertThat(wronglyTaken).as("left to units, beside %s refused", refused).isLessThan(refused / 20);
    }

    private String json(String name, Object value) throws JsonProcessingException {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(name, value);
        return mapper.writeValueAsString(parameters);
    }

    @Test
    void anAddressOfARegistryIsTakenIfAUnitTakesIt() {
        String letters = "htps:/[]a-Z0.";
        List<String> parts =
                List.of("http://", "HTTPS://", "https:/", "r.example", "R2", "[::1]", ":5000", ":", "/", "/v2/", "-");
        int taken = 0;
        for (int i = 0; i < VALUES; i++) {
            StringBuilder url = new StringBuilder();
            for (int count = 1 + random.nextInt(4); count > 0; count--) {
                url.append(random.nextInt(4) == 0 ? letters.substring(random.nextInt(letters.length())) : any(parts));
            }
            boolean valid = document.mistakes(
                            "RegistryChange", mapper.createObjectNode().put("url", url.toString()))
                    .isEmpty();
            assertThat(valid).as(url.toString()).isEqualTo(unitTakesRegistry(url.toString()));
            taken += valid ? 1 : 0;
        }
        assertThat(taken).isBetween(VALUES / 20, VALUES / 2);
    }

    private static boolean unitTakesRegistry(String url) {
        try {
            return !Registry.hostOf(url).isEmpty();
        } catch (Failure e) {
            return false;
        }
    }
}
