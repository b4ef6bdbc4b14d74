package io.outrider.obd.frames;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.obd.ObdSettings;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameSenderTest {
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

    @Test
    void aMessageIsOneFrameAndNothingIsAdded() throws Exception {
        assertThat(obd.call("obd.send", "message", "7DF#02010C").toString())
                .isEqualTo("{\"_type\":\"raw\",\"values\":[],\"_stamp\":\"2023-08-28T12:22:31.253543\"}");
        Await.until("it came", () -> car.heard().equals(List.of("7DF#02010C")));
    }

    @Test
    void aMessageWaitsForTheAnswerToTheRequestInProgress() throws Exception {
        car.when("7E0#0322F190", "200ms 7E8#0462F19031").when("7E0#0322F18C", "7E8#0462F18C32");
        ExecutorService logger = Executors.newSingleThreadExecutor();
        try {
            Future<JsonNode> query =
                    logger.submit(() -> obd.query("vin", "mode", "22", "pid", "F190", "header", "7E0", "timeout", 30));
            Await.until("it is asked", () -> car.heard("7E0#0322F190") == 1);
            JsonNode sent = obd.call("obd.send", "message", "7E0#22F18C", "auto_format", true, "expect_response", 1);
            assertThat(sent.get("values").toString()).isEqualTo("[\"7E8#0462F18C32\"]");
            assertThat(query.get().get("value").asText()).isEqualTo("7e80462f19031");
        } finally {
            logger.shutdownNow();
        }
    }

    @Test
    void aMessageInvalidatesSharedAnswers(@TempDir Path folder) throws Exception {
        Files.createDirectory(folder.resolve("recordings"));
        Files.writeString(folder.resolve("recordings/clear.log"), "(1.000000) can0 7DF#0104000000000000\n");
        car.supports("7E8", 1, 0x0C).when("7DF#0103", "7E8#0443010104").when("7DF#0104", "7E8#0144");
        ObdSettings sharing = new ObdSettings("virtual0", "6", 30_000, 60, 1_000, 0, false, null, null, 0, null, null);
        try (Obd shared = new Obd(car, car.bus().node(), sharing, folder)) {
            shared.call("obd.dtc");
            shared.call("obd.send", "message", "7DF#0104");
            shared.call("obd.dtc");
            assertThat(car.heard("7DF#0103")).isEqualTo(2);
            shared.call("obd.play", "file", "clear");
            shared.call("obd.dtc");
            assertThat(car.heard("7DF#0103")).isEqualTo(3);
        }
    }

    @Test
    void aFormattedMessageGetsLengthAndPadding() throws Exception {
        car.when("7DF#02010C", "7E8#04410C0FA0", "7E9#04410C0FA4");
        assertThat(obd.call("obd.send", "message", "7DF#010C", "auto_format", true, "expect_response", true)
                        .get("values")
                        .toString())
                .isEqualTo("[\"7E8#04410C0FA0\",\"7E9#04410C0FA4\"]");
    }

    @Test
    void aNumberOfAnswersEndsTheWait() throws Exception {
        car.when("7DF#02010C", "7E8#04410C0FA0", "7E9#04410C0FA4");
        Object[] arguments = {"message", "010C", "header", "7DF", "auto_format", true, "format_response", true};
        assertThat(call(arguments, "expect_response", "1", "output", "dict")
                        .get("value")
                        .asText())
                .isEqualTo("7e804410c0fa0");
        assertThat(call(arguments, "expect_response", "2", "echo", true)
                        .get("values")
                        .toString())
                .isEqualTo("[\"010C\",\"7e804410c0fa0\",\"7e904410c0fa4\"]");
        assertThat(obd.failure("obd.send", "message", "7DF#02010C0000000000", "expect_response", "3"))
                .hasMessage("expected 3 frames but got 2");
    }

    private JsonNode call(Object[] arguments, Object... more) throws Exception {
        Object[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return obd.call("obd.send", all);
    }

    @ParameterizedTest
    @CsvSource({"7E8#1008490201414243, 7E9#03490204", "7E9#03490204, 7E8#1008490201414243"})
    void anIncompleteAnswerAmongSeveralIsMissing(String one, String other) throws Exception {
        car.when("7DF#020902", one, other).when("7E0#300000", "7E8#224445");
        Object[] arguments = {"message", "7DF#0902", "auto_format", true};
        JsonNode some = call(arguments, "expect_response", true);
        assertThat(some.get("values").toString()).isEqualTo("[\"7E9#03490204\"]");
        assertThat(some.get("missing")).hasSize(1);
        assertThat(some.get("missing").get(0).get("ecu").asText()).isEqualTo("7e8");
        assertThat(some.get("missing").get(0).get("code").asText()).isEqualTo("BROKEN_ANSWER");
        assertThat(obd.failure("obd.send", "message", "7DF#0902", "auto_format", true, "expect_response", 3))
                .hasMessageStartingWith(
                        "expected 3 frames but got 1; 7e8: consecutive frame 1 was expected and 2 came");
    }

    @Test
    void aLongAnswerIsReadFrameByFrame() throws Exception {
        car.when("7E0#020902", "7E8#1008490201414243").when("7E0#300000", "7E8#214445");
        assertThat(obd.call("obd.send", "message", "7E0#0902", "auto_format", true, "expect_response", true)
                        .get("values")
                        .toString())
                .isEqualTo("[\"7E8#1008490201414243\",\"7E8#214445\"]");
        car.forget("7E0#300000").when("7E0#300000", "7E8#224445");
        assertThat(obd.failure("obd.send", "message", "7E0#0902", "auto_format", true, "expect_response", true)
                        .code())
                .isEqualTo("BROKEN_ANSWER");
    }

    @Test
    void silenceWhereAnAnswerWasExpectedIsAnError() throws Exception {
        Failure silence = obd.failure("obd.send", "message", "7DF#02010C", "expect_response", true);
        assertThat(silence.code()).isEqualTo("NO_DATA");
        assertThat(silence).hasMessageStartingWith("expected a response but got none");
    }

    @ParameterizedTest
    @CsvSource({
        "'', message: is empty",
        "'7DF#0', message: '0' has an odd number",
        "'7DF#XX', message: 'XX' is not hexadecimal",
        "'7DF#010203040506070809', message: a frame carries up to 8 bytes",
        "'#0102', header: ''",
        "'800#01', header: '800' is more than 7FF",
        "'ATZ', message: 'ATZ' is a command for a serial adapter",
        "'STPX', message: 'STPX' is a command",
        "'7DF#01#02', message: '01#02' is not hexadecimal",
    })
    void anInvalidMessageIsRefusedAndNotSent(String message, String error) throws Exception {
        assertThat(obd.failure("obd.send", "message", message)).hasMessageStartingWith(error);
        assertThat(car.bus().transmitter().sent()).isZero();
    }

    @Test
    void otherArgumentsOutOfRangeAreNamed() throws Exception {
        assertThat(obd.failure("obd.send", "message", "7DF#01", "header", "7E0"))
                .hasMessage("header: the message '7DF#01' names its id already");
        assertThat(obd.failure("obd.send", "message", "7DF#", "auto_format", true))
                .hasMessageStartingWith("message: a request has at least one byte");
        for (String wrong : new String[] {"perhaps", "10001", "-1", "1.5", ""}) {
            assertThat(obd.failure("obd.send", "message", "7DF#01", "expect_response", wrong))
                    .hasMessageStartingWith("expect_response: '" + wrong + "' is neither");
        }
        assertThat(obd.failure("obd.send", "message", "7DF#01", "output", "xml"))
                .hasMessageStartingWith("output: ");
    }
}
