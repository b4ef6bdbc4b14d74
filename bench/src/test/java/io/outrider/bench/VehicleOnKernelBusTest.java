package io.outrider.bench;

import static io.outrider.bench.KernelBus.TOWN;
import static io.outrider.bench.KernelBus.query;
import static io.outrider.bench.KernelBus.refusal;
import static io.outrider.bench.KernelBus.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.operator.cli.CommandLine;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.drive.Phase;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queries of the agent to a simulated vehicle on a kernel bus. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class VehicleOnKernelBusTest {
    private static final long AMPLE = TimeUnit.SECONDS.toNanos(30);

    private KernelBus bus;

    @TempDir
    private Path data;

    @AfterEach
    void leave() throws Exception {
        bus.close();
    }

    @Test
    void standardPidsAreReadInTheirUnits() throws Exception {
        bus = new KernelBus();
        ModuleRegistry agent = bus.agent();
        assertThat(query(agent, "RPM").asDouble()).isEqualTo(TOWN.engine().rpm(), within(0.25));
        assertThat(query(agent, "SPEED").asDouble()).isEqualTo(TOWN.speedKmh(), within(0.5));
        assertThat(query(agent, "COOLANT_TEMP").asDouble())
                .isEqualTo(TOWN.engine().coolantC(), within(0.5));
        assertThat(query(agent, "CONTROL_MODULE_VOLTAGE").asDouble()).isEqualTo(TOWN.volts(), within(0.001));
        assertThat(query(agent, "ODOMETER").asDouble()).isEqualTo(TOWN.odometerKm(), within(0.1));
        assertThat(refusal(agent, "FUEL_RAIL_PRESSURE_VAC")).isEqualTo("NOT_SUPPORTED");
    }

    @Test
    void vinAndTroubleCodesOfAllEcusAreRead() throws Exception {
        bus = new KernelBus();
        ModuleRegistry agent = bus.agent();
        assertThat(run(agent, "obd.vin").path("value").asText()).isEqualTo(CarSettings.DEFAULT.vin());
        // an emulated machine may take longer from one ECU's answer to the next than the agent waits for another
        Await.until(
                "the codes of all ECUs are read",
                () -> codes(agent).containsAll(List.of("P0104", "P0133", "U0073", "C1234", "B2AF1")));
        Await.until("the codes of all ECUs are cleared", () -> {
            run(agent, "obd.dtc", "clear=true");
            return codes(agent).isEmpty();
        });
    }

    private static List<String> codes(ModuleRegistry agent) throws Exception {
        return run(agent, "obd.dtc").path("values").findValuesAsText("code");
    }

    @Test
    void longAnswersAreCompleteForEveryKindOfAddress() throws Exception {
        bus = new KernelBus();
        ModuleRegistry agent = bus.agent();
        assertThat(query(agent, "SOC", "header=7E4", "mode=22", "pid=0105", "formula=message.data[34]/2")
                        .asDouble())
                .isEqualTo(TOWN.battery().socPercent(), within(0.5));
        assertThat(query(agent, "ALL", "header=7E4", "mode=22", "pid=FD02", "formula=len(message.data)")
                        .asInt())
                .isEqualTo(4_095);
        assertThat(query(
                                agent,
                                "CELLS",
                                "header=6F1",
                                "mode=22",
                                "pid=DFA0",
                                "can_extended_address=07",
                                "can_flow_control_id_pair=6F1,607",
                                "can_flow_control_filter=607,7FF",
                                "formula=len(message.data)")
                        .asInt())
                .isEqualTo(41);
        assertThat(query(
                                agent,
                                "KM",
                                "header=18DA10F1",
                                "mode=22",
                                "pid=2660",
                                "formula=bytes_to_int(message.data[46:49])")
                        .asDouble())
                .isEqualTo(TOWN.odometerKm(), within(1.0));
        assertThat(refusal(agent, "NOTHING", "header=7E4", "mode=22", "pid=FFFF"))
                .isEqualTo("NEGATIVE_RESPONSE");
    }

    @Test
    void manyPidsAreQueriedTogether() throws Exception {
        bus = new KernelBus();
        ModuleRegistry agent = bus.agent();
        query(agent, "RPM");
        long before = bus.car().answered();
        JsonNode values = run(agent, "obd.query_many", "RPM", "SPEED", "COOLANT_TEMP", "FUEL_LEVEL", "ENGINE_LOAD")
                .path("values");
        assertThat(values).hasSize(5);
        assertThat(values.toString()).contains("rpm", "speed", "fuel_level");
        assertThat(bus.car().answered() - before)
                .as("answers needed for five values")
                .isBetween(1L, 4L);
    }

    @Test
    void commandLineFindsItsModulesAndQueriesOnTheGivenInterface() throws Exception {
        bus = new KernelBus();
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(
                        (settings, config, directory) -> new ModuleRegistry(
                                ServiceLoader.load(ModuleFactory.class),
                                settings,
                                directory,
                                Clock.systemUTC(),
                                Ticker.system()),
                        new PrintWriter(out),
                        new PrintWriter(err),
                        false,
                        data)
                .run("--can", "vcan0", "--set", "obd.response_timeout_ms=4000", "obd.query", "RPM");
        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).path("value").asDouble())
                .isEqualTo(TOWN.engine().rpm(), within(0.25));
    }

    @Test
    void listenOnlySendsNothingForAnyFunction() throws Exception {
        bus = new KernelBus();
        CanPort listener = bus.listener();
        ModuleRegistry agent = bus.agent("obd.listen_only=true");
        assertThat(refusal(agent, "RPM")).isEqualTo("BUS_LISTEN_ONLY");
        assertThat(refusal(agent, "SOC", "header=7E4", "mode=22", "pid=0105")).isEqualTo("BUS_LISTEN_ONLY");
        JsonNode connection = run(agent, "obd.status").path("connection");
        assertThat(connection.path("transmit").asText()).isEqualTo("listen_only");
        assertThat(connection.path("frames_sent").asInt()).isZero();
        assertThat(untilMark(listener)).as("sent before the mark").isEmpty();
    }

    @Test
    void sleepingCarSendsNothingAndItsSilenceIsReported() throws Exception {
        bus = new KernelBus(KernelBus.in(Phase.ASLEEP), CarSettings.DEFAULT.withBroadcast());
        CanPort listener = bus.listener();
        ModuleRegistry agent = bus.agent("obd.response_timeout_ms=300");
        assertThat(refusal(agent, "RPM")).isEqualTo("NO_DATA");
        assertThat(refusal(agent, "SOC", "header=7E4", "mode=22", "pid=0105")).isEqualTo("NO_DATA");
        assertThat(bus.car().sent()).isZero();
        assertThat(untilMark(listener))
                .as("the agent's requests, and nothing else")
                .isNotEmpty()
                .allSatisfy(frame -> assertThat(frame.id().toString()).isIn("7df", "7e4", "18db33f1"));
    }

    /** Frames received before a marker frame that is sent now. */
    private static List<CanFrame> untilMark(CanPort listener) throws Exception {
        Programs.sh("cansend vcan0 5A5#01");
        List<CanFrame> heard = new ArrayList<>();
        for (CanFrame next = listener.receive(AMPLE);
                !next.id().toString().equals("5a5");
                next = listener.receive(AMPLE)) {
            heard.add(next);
        }
        return heard;
    }
}
