package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.obd.formula.EvaluationLock;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import io.outrider.testkit.Await;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of formulas on pasted frames. */
class FormulaFunctionTest {
    private static final String RPM = "bytes_to_int(message.data[2:4])/4";

    private Car car;
    private Obd obd;

    @BeforeEach
    void open() throws Exception {
        car = new Car();
        obd = Obd.on(car);
    }

    @AfterEach
    void close() {
        obd.close();
    }

    private JsonNode run(String formula, String... frames) throws Exception {
        return obd.call("obd.formula", "formula", formula, "frames", List.of(frames));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7E804410C0FA0",
                "7e804410c0fa0000000",
                "7E8#04410C0FA0000000",
                "18DAF11004410C0FA0",
                "18DAF110#04410C0FA0",
                "(1436509052.249713) can0 7E8#04410C0FA0000000",
                "(1436509052.249713) vcan12 7E8#04410C0FA0000000",
                "  can0  7E8   [8]  04 41 0C 0F A0 00 00 00",
                " (2020-01-01 00:00:00.000000)  can0  7E8   [8]  04 41 0C 0F A0 00 00 00   '.A......'",
                "can1  18DAF110   [5]  04 41 0C 0F A0",
            })
    void pastedFramesAreReadInEveryForm(String frame) throws Exception {
        assertThat(run(RPM, frame).get("value").asDouble()).isEqualTo(1000.0);
        assertThat(car.bus().transmitter().sent()).isZero();
    }

    @Test
    void aMessageIsReassembledFromOneTextOrSeveral() throws Exception {
        String[] frames = {"7E81014490201314734", "7E8214A433532343434", "7E82252373235323336"};
        JsonNode one = run("message.data[3:].decode()", String.join("\n", frames));
        assertThat(one.get("value").asText()).isEqualTo("1G4JC52444R725236");
        assertThat(run("message.data[3:].decode()", String.join(", ", frames)).get("value"))
                .isEqualTo(one.get("value"));
        assertThat(run("message.data[3:].decode()", frames)).isEqualTo(one);
        assertThat(one.get("messages").get(0).asText()).isEqualTo("490201314734" + "4a4335323434345237323532" + "3336");
    }

    @Test
    void theStepsAreReturnedEvenIfTheFormulaFails() throws Exception {
        JsonNode result = run(RPM, "7E804410C0FA0");
        assertThat(result.get("steps").findValuesAsText("expression")).contains("message.data[2:4]", RPM);
        JsonNode failed = run("message.data[2] / (message.data[4] - 160)", "7E804410C0FA0");
        assertThat(failed.has("value")).isFalse();
        assertThat(failed.get("error").asText()).isNotBlank();
        assertThat(failed.get("steps")).isNotEmpty();
    }

    @Test
    void bytesPastTheEndAreReported() throws Exception {
        assertThat(run("bytes_to_int(message.data[9:])", "7E804410C0FA0")
                        .get("warning")
                        .asText())
                .contains("behind the end");
    }

    @Test
    void extendedAddressingPutsTheLengthBehindTheAddress() throws Exception {
        assertThat(obd.call(
                                "obd.formula",
                                "formula",
                                "bytes_to_int(message.data[3:5])/100",
                                "frames",
                                List.of("607F10562DD6891CA"),
                                "extended_address",
                                true)
                        .get("value")
                        .asDouble())
                .isEqualTo(373.22);
    }

    @Test
    void nestedBytesAreReadable() throws Exception {
        assertThat(run("{'a': message.data[0:2], 'b': [message.data[2:4]]}", "7E804410C0FA0")
                        .get("value")
                        .toString())
                .isEqualTo("{\"a\":\"410c\",\"b\":[\"0fa0\"]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "7E8",
                "7E8#0",
                "7E8#XYZ",
                "hello",
                "7E8210000000000000",
                "7E8#1014490201314734",
                "#",
                "7E8##"
            })
    void anIncompleteMessageIsReported(String frames) throws Exception {
        assertThat(obd.failure("obd.formula", "formula", RPM, "frames", List.of(frames)))
                .hasMessageStartingWith("frames: ");
    }

    @Test
    void anInvalidFormulaNamesTheArgument() throws Exception {
        assertThat(obd.failure("obd.formula", "formula", "((((", "frames", List.of("7E804410C0FA0")))
                .hasMessageStartingWith("formula: ");
    }

    @Test
    void randomTextCausesNoExceptionAndNoHang() throws Exception {
        long seed = 20260802;
        Random random = new Random(seed);
        String letters = "0123456789ABCDEFabcdef#.() []'can\n\t,;RTx_";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "7E8#1" : "can0 7E8 [8] ");
            for (int j = random.nextInt(60); j > 0; j--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            try {
                run("len(message.data)", text.toString());
            } catch (Failure e) {
                assertThat(e.getMessage()).as("seed %d: %s", seed, text).startsWith("frames: ");
            }
        }
        obd.failure("obd.formula", "formula", "1", "frames", List.of("7E8 [8] " + "04 ".repeat(300_000)));
    }

    @Test
    void aDryRunWaitsForTheFormulaOfAQuery() throws Exception {
        EvaluationLock evaluations = new EvaluationLock();
        FormulaFunction function = new FormulaFunction(Ticker.system(), evaluations);
        FutureTask<Object> tried = new FutureTask<>(
                () -> function.dryRun(new FormulaFunction.Arguments("1+1", List.of("7E804410C0FA0"), false)));
        Thread caller = new Thread(tried, "caller");
        evaluations.with(() -> {
            caller.start();
            Await.until("it waits", () -> caller.getState() == Thread.State.WAITING || tried.isDone());
            assertThat(tried.isDone()).isFalse();
            return null;
        });
        assertThat(tried.get().toString()).contains("value=2");
        caller.join();
    }
}
