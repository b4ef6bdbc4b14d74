package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import io.outrider.api.Reading;
import io.outrider.obd.query.QueryArguments;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls of {@code obd.query} with all kinds of arguments: each returns a value or an error, and the next call succeeds. */
class ObdArgumentsTest {
    private static final String MEGABYTE = "(".repeat(1 << 20);

    private static final Object[] HOSTILE = {
        null,
        "",
        " ",
        "\0",
        "RPM",
        "010C",
        "0x",
        "zz",
        "-1",
        "1e9",
        "NaN",
        "7E8,7FF",
        "((((",
        "true",
        "None",
        "ä€😀",
        "\ud800",
        "7DF",
        "18DB33F1",
        "20000000",
        MEGABYTE,
        "1".repeat(5_000),
        -1,
        0,
        1,
        256,
        65_536,
        Integer.MAX_VALUE,
        Long.MIN_VALUE,
        0.5,
        Double.NaN,
        Double.NEGATIVE_INFINITY,
        true,
        false,
        List.of(),
        List.of("a", 1),
        Map.of(),
        Map.of("a", List.of(Map.of())),
    };

    private Car car;
    private Obd obd;
    private Functions functions;

    @BeforeEach
    void open() throws Exception {
        car = new Car().supports("7E8", 1, 0x0C).when("7DF#02010C", "7E8#04410C0FA0");
        obd = Obd.on(car);
        functions = new Functions(new Binder(Json.mapper()), List.of(obd.module()));
    }

    @AfterEach
    void close() {
        obd.close();
    }

    private Object query(Map<String, ?> keywords) throws Exception {
        return functions.prepare("obd.query", List.of(), keywords).run();
    }

    private void isStillThere() throws Exception {
        Reading reading = (Reading) query(Map.of("name", "RPM"));
        assertThat(reading.value()).isEqualTo(1000.0);
        assertThat(reading.unit()).isEqualTo("revolutions_per_minute");
    }

    private static void isReadable(Failure failure, Object what) {
        assertThat(failure.getMessage())
                .as("%s", what)
                .doesNotContain("io.outrider", "com.fasterxml", "java.lang", "java.util", "Deserializ", "Exception")
                .hasSizeLessThan(2_500);
        assertThat(failure.code()).as("%s: %s", what, failure.getMessage()).isNotEqualTo("FAULT");
    }

    @Test
    void everyHostileValueIsAcceptedOrItsArgumentIsNamed() throws Exception {
        // a negative answer comes at once, so that valid queries do not wait for a timeout
        for (Parameter parameter : Parameter.of(QueryArguments.class)) {
            for (Object value : HOSTILE) {
                Map<String, Object> keywords = new HashMap<>(Map.of("name", "RPM", "timeout", 0.01));
                keywords.put(parameter.name(), value);
                String what = parameter.name() + "=" + (value == MEGABYTE ? "a megabyte" : value);
                try {
                    query(keywords);
                } catch (Failure e) {
                    isReadable(e, what);
                    boolean named = e.getMessage().contains(parameter.name() + ":");
                    boolean ofTheVehicle =
                            e.actor() == Failure.Actor.VEHICLE || e.code().equals("FORMULA_FAILED");
                    boolean ofAnother =
                            e.getMessage().contains("name:") || e.getMessage().contains("protocol");
                    assertThat(named || ofTheVehicle || ofAnother)
                            .as("%s: %s", what, e.getMessage())
                            .isTrue();
                }
            }
        }
        isStillThere();
    }

    @Test
    void wrongKindsNeverReachTheVehicle() throws Exception {
        for (Parameter parameter : Parameter.of(QueryArguments.class)) {
            for (Object wrong : new Object[] {List.of(), Map.of()}) {
                Map<String, Object> keywords = new HashMap<>(Map.of("name", "RPM", "force", true));
                keywords.put(parameter.name(), wrong);
                try {
                    fail(parameter.name() + " took " + wrong + ": " + query(keywords));
                } catch (Failure e) {
                    assertThat(e).hasMessageStartingWith("obd.query: " + parameter.name() + ": takes ");
                    assertThat(e.code()).isEqualTo("BAD_ARGUMENT");
                }
            }
        }
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void rangesAreReported() throws Exception {
        Object[][] outside = {
            {"bytes", -1, "bytes: -1 is not from 0 to 65535"},
            {"bytes", 65_536, "bytes: 65536 is not from 0 to 65535"},
            {"frames", 0, "frames: 0 is not from 1 to 255"},
            {"frames", 256, "frames: 256 is not from 1 to 255"},
            {"timeout", 0, "timeout: 0 is not from 0.01 to 30 seconds"},
            {"timeout", 31, "timeout: 31 is not from 0.01 to 30 seconds"},
            {"baudrate", 500_000, "baudrate: protocol must also be specified when baudrate is specified"},
            {"name", " ", "name: give 1 to 8200 characters"},
            {"type", "x".repeat(201), "type: give 1 to 200 characters"},
            {"unit", "x".repeat(201), "unit: give at most 200 characters"},
            {"protocol", "5", "protocol: unsupported protocol '5' specified"},
            {"hedaer", "7E0", "unknown argument 'hedaer'; there are: name, mode, pid, header"},
        };
        for (Object[] each : outside) {
            Map<String, Object> keywords = new HashMap<>(Map.of("name", "RPM"));
            keywords.put((String) each[0], each[1]);
            try {
                fail(each[0] + " took " + each[1] + ": " + query(keywords));
            } catch (Failure e) {
                assertThat(e.getMessage().replaceFirst("obd\\.query: ", "")).startsWith((String) each[2]);
            }
        }
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void wordsOfACommandLineKeepLeadingZeros() throws Exception {
        car.when("7E4#03220105", "7EC#0462010554");
        Map<String, String> words = Map.of(
                "name",
                "SOC",
                "header",
                "7E4",
                "mode",
                "22",
                "pid",
                "0105",
                "force",
                "true",
                "bytes",
                "4",
                "formula",
                "message.data[3]/2");
        assertThat(((Reading) query(words)).value()).isEqualTo(42.0);
        assertThat(car.heard()).containsExactly(Car.filled("7E4#03220105"));
    }

    @Test
    void aTextOfDimoIsParsed() throws Exception {
        Map<String, Object> keywords = Map.of(
                "name",
                "rpm",
                "header",
                "\"7DF\"",
                "mode",
                "x01",
                "pid",
                "x0C",
                "protocol",
                "6",
                "force",
                true,
                "flow_control_clear",
                true,
                "flow_control_id_pair",
                "744,7AE",
                "flow_control_filter",
                "7E8,7F8");
        assertThat(((Reading) query(keywords)).value()).isEqualTo("7e804410c0fa0");
    }

    @Test
    void aHeaderThatIsTooLongIsNamedInShortWhateverElseIsWrong() {
        assertThatThrownBy(() -> query(Map.of("name", "RPM", "header", "1".repeat(5_000), "can_priority", "18")))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("header: '1111")
                .satisfies(failure -> isReadable((Failure) failure, "a long header"));
    }

    @Test
    @Tag("slow")
    void noMixtureOfArgumentsBreaksOrHangsIt() throws Exception {
        long seed = Long.getLong("obd.seed", 20260803L);
        Random random = new Random(seed);
        List<Parameter> parameters = Parameter.of(QueryArguments.class);
        car.bus().transmitter().listenOnly(true); // so that a question which makes sense ends at once
        int understood = 0;
        for (int i = 0; i < 10_000; i++) {
            Map<String, Object> keywords = new HashMap<>();
            if (random.nextInt(20) > 0) {
                keywords.put("name", "RPM");
            }
            for (int j = random.nextInt(5); j > 0; j--) {
                Parameter parameter = parameters.get(random.nextInt(parameters.size()));
                List<String> names = new ArrayList<>(parameter.aliases());
                names.add(parameter.name());
                keywords.put(names.get(random.nextInt(names.size())), value(random));
            }
            List<Object> positional = random.nextInt(10) > 0
                    ? List.of()
                    : Collections.unmodifiableList(Arrays.asList(value(random), value(random)));
            String round = "seed " + seed + ", round " + i;
            try {
                functions.prepare("obd.query", positional, keywords).run();
                fail(round + ": nothing can be answered on a bus that only listens");
            } catch (Failure e) {
                understood += e.code().equals("BUS_LISTEN_ONLY") ? 1 : 0;
                isReadable(e, round);
            } catch (RuntimeException e) {
                throw new AssertionError(round, e);
            }
        }
        assertThat(understood).isPositive();
        car.bus().transmitter().listenOnly(false);
        isStillThere();
    }

    private static Object value(Random random) {
        Object value = HOSTILE[random.nextInt(HOSTILE.length)];
        if (value == MEGABYTE && random.nextInt(50) > 0) {
            return "7E0";
        }
        if (value instanceof String text && text.length() < 100 && random.nextBoolean()) {
            StringBuilder mutated = new StringBuilder(text.isEmpty() ? "7E0" : text);
            mutated.setCharAt(random.nextInt(mutated.length()), "0123456789ABCDEF,x\"' ".charAt(random.nextInt(21)));
            return mutated.toString();
        }
        return value;
    }
}
