package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.cli.CommandLine;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Start of the program with the modules of the class path, on a machine that may have no CAN. */
class WholeProgramTest {
    @TempDir
    private Path data;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... words) {
        return new CommandLine(
                        (settings, config, folder) -> new ModuleRegistry(
                                ServiceLoader.load(ModuleFactory.class),
                                settings,
                                folder,
                                Clock.systemUTC(),
                                Ticker.system()),
                        new PrintWriter(out),
                        new PrintWriter(err),
                        false,
                        data)
                .run(words);
    }

    @Test
    void aMissingInterfaceIsAnOperatorFailure() {
        assertThat(run("--can", "nope0", "obd.query", "RPM")).isEqualTo(3);
        assertThat(err.toString()).matches("(?s).*(there is no CAN interface 'nope0'|has no CAN|native library).*");
    }

    @Test
    void aFormulaRunsWithoutAVehicle() {
        assertThat(run("formula", "bytes_to_int(message.data[2:4])/4", "7E804410C0FA0"))
                .isZero();
        assertThat(out.toString()).contains("\"value\":1000.0");
    }

    @Test
    void aFormulaThatFailsShowsItsStepsAndIsNoSuccess() {
        assertThat(run("formula", "message.data[2]/0", "7E804410C0FA0")).isEqualTo(5);
        assertThat(out.toString()).contains("\"steps\":[{\"expression\"", "\"error\":");
    }

    @Test
    void invalidJsonIsReportedWithoutJavaClassNames() {
        for (String text : new String[] {"[1,", "{a}", "[1}", "{\"a\":1,}", "[tru]", "[\"x]", "[01]", "{\"a\" 1}"}) {
            assertThat(run("obd.query_many", text)).isEqualTo(2);
            assertThat(err.toString()).contains("is not JSON: ");
        }
        assertThat(err.toString()).doesNotContain("Source", "line:", "Unexpected", "(code", "REDACTED", "(start");
    }

    @Test
    void framesOfOneMessageMayBeSeparateWords() {
        assertThat(run(
                        "formula",
                        "message.data[3:].decode()",
                        "7E81014490201314734",
                        "7E8214A433532343434",
                        "7E82252373235323336"))
                .isZero();
        assertThat(out.toString()).contains("\"value\":\"1G4JC52444R725236\"");
    }

    @Test
    void impossibleQueriesAreRejectedBeforeTheBusIsOpened() {
        assertThat(run("--can", "nope0", "obd.query", "RMP")).isEqualTo(2);
        assertThat(run("--can", "nope0", "obd.query", "SOC", "mode=22", "pid=0G"))
                .isEqualTo(2);
        assertThat(run("obd.query", "SOC", "mode=22", "pid=01", "formula=((((")).isEqualTo(2);
        assertThat(run("--set", "obd.protocol=5", "obd.status")).isEqualTo(3);
        assertThat(run("--set", "odb.protocol=5", "obd.status")).isEqualTo(3);
        assertThat(err.toString()).contains("did you mean RPM").contains("there is no section [odb]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "obd.query",
                "obd.query_many",
                "obd.commands",
                "obd.protocol",
                "obd.status",
                "obd.send",
                "obd.dtc",
                "obd.vin",
                "obd.monitor",
                "obd.dump",
                "obd.recordings",
                "obd.play",
                "obd.formula"
            })
    void everyFunctionHasHelp(String function) {
        assertThat(run(function, "--help")).isZero();
        assertThat(out.toString()).startsWith(function + ": ");
        assertThat(out.toString()).doesNotContain("null", "java");
    }
}
