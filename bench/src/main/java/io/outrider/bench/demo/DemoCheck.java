package io.outrider.bench.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Excerpt;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.drive.DriveState;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;

/** Check of {@code bench/demo --check}: runs each command once and compares the result with the vehicle's state. */
final class DemoCheck {
    /**
     * Command with its expected result.
     *
     * @param right condition on the result and the vehicle's state at about the same time
     */
    private record CheckedCommand(List<String> words, int exitCode, BiPredicate<JsonNode, DriveState> right) {}

    private final Demo demo;
    private final PrintStream out;
    private final ObjectMapper json = new ObjectMapper();
    private int passed;
    private int failed;

    DemoCheck(Demo demo, PrintStream out) {
        this.demo = demo;
        this.out = out;
    }

    /** Returns the exit code. */
    int run() throws JsonProcessingException {
        for (CheckedCommand check : checks()) {
            run(check);
        }
        out.println(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }

    private static List<CheckedCommand> checks() {
        return List.of(
                ok(near(900, state -> state.engine().rpm()), "obd.query", "RPM"),
                ok(near(40, DriveState::speedKmh), "obd.query", "SPEED"),
                ok(near(5, state -> state.engine().coolantC()), "obd.query", "COOLANT_TEMP"),
                ok(near(2, DriveState::fuelPercent), "obd.query", "FUEL_LEVEL"),
                ok(
                        near(900, state -> state.engine().rpm()),
                        "obd.query",
                        "my_rpm",
                        "mode=01",
                        "pid=0C",
                        "formula=bytes_to_int(message.data[2:4])/4"),
                ok(
                        near(2, state -> state.battery().socPercent()),
                        "obd.query",
                        "SOC",
                        "header=7E4",
                        "mode=22",
                        "pid=0105",
                        "formula=message.data[34]/2"),
                ok(
                        near(2, state -> state.battery().socPercent()),
                        "obd.query",
                        "SOC",
                        "header=7E4",
                        "mode=220",
                        "pid=105",
                        "bytes=64",
                        "formula=bytes_to_int(message.data[34:35])/2.0"),
                ok(
                        (result, state) -> result.path("value").asText().startsWith("607"),
                        "obd.query",
                        "BMW",
                        "header=6F1",
                        "mode=22",
                        "pid=DDBC",
                        "can_extended_address=07",
                        "can_flow_control_id_pair=6F1,607",
                        "can_flow_control_filter=607,7FF"),
                ok(
                        (result, state) -> result.path("value").asText().startsWith("18daf110"),
                        "obd.query",
                        "WIDE",
                        "header=18DA10F1",
                        "mode=01",
                        "pid=0C"),
                ok(
                        (result, state) -> CarSettings.DEFAULT
                                .vin()
                                .equals(result.path("value").asText()),
                        "obd.vin"),
                ok((result, state) -> result.toString().contains("P0133"), "obd.dtc"),
                ok(
                        (result, state) -> result.path("values").size() == 9,
                        "obd.query_many",
                        "RPM",
                        "SPEED",
                        "ENGINE_LOAD",
                        "THROTTLE_POS",
                        "COOLANT_TEMP",
                        "INTAKE_TEMP",
                        "FUEL_LEVEL",
                        "CONTROL_MODULE_VOLTAGE",
                        "ODOMETER"),
                ok((result, state) -> result.path("supported").has("RPM"), "obd.commands"),
                ok(
                        (result, state) ->
                                result.path("connection").path("state").asText().equals("error_active"),
                        "obd.status"),
                ok((result, state) -> !result.path("values").isEmpty(), "obd.monitor", "limit=5"),
                ok(
                        (result, state) -> result.path("value").asDouble() == 1000,
                        "formula",
                        "bytes_to_int(message.data[2:4])/4",
                        "7E804410C0FA0"),
                fails(1, "NEGATIVE_RESPONSE", "obd.query", "NOTHING", "header=7E4", "mode=22", "pid=FFFF"),
                fails(2, "BAD_ARGUMENT", "obd.query", "RPM", "formula=(((("),
                fails(2, "NO_SUCH_FUNCTION", "obd.quarry", "RPM"));
    }

    private static CheckedCommand ok(BiPredicate<JsonNode, DriveState> right, String... words) {
        return new CheckedCommand(List.of(words), 0, right);
    }

    private static CheckedCommand fails(int exitCode, String code, String... words) {
        return new CheckedCommand(
                List.of(words),
                exitCode,
                (result, state) -> code.equals(result.path("code").asText()));
    }

    /** True within a tolerance of the vehicle's value, which changes between answer and comparison. */
    private static BiPredicate<JsonNode, DriveState> near(double tolerance, ToDoubleFunction<DriveState> value) {
        return (result, state) ->
                Math.abs(result.path("value").asDouble(Double.NaN) - value.applyAsDouble(state)) <= tolerance;
    }

    private void run(CheckedCommand check) throws JsonProcessingException {
        StringWriter written = new StringWriter();
        int exitCode = demo.commandLine(written).run(check.words().toArray(String[]::new));
        DriveState state = demo.car().state();
        String text = written.toString().strip();
        JsonNode result = json.readTree(text);
        boolean right = exitCode == check.exitCode() && check.right().test(result, state);
        passed += right ? 1 : 0;
        failed += right ? 0 : 1;
        out.println((right ? "ok    " : "WRONG ") + "outrider " + String.join(" ", check.words()));
        out.println("      " + Excerpt.of(text, 200));
        if (!right) {
            out.println("      exit code " + exitCode + ", expected " + check.exitCode() + "; the vehicle: " + state);
        }
    }
}
