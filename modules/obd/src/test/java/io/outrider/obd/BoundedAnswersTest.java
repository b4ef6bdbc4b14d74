package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.ResponseTimeouts;
import io.outrider.obd.exchange.Responses;
import io.outrider.obd.query.RawMessage;
import io.outrider.obd.query.TroubleCodeFunctions;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.math.BigInteger;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of vehicles whose answers exceed the memory budget. */
class BoundedAnswersTest {
    private static final int FD = 64;

    private final Car car = new Car();

    @AfterEach
    void close() {
        car.close();
    }

    /** Frames of a message of classic length, in order. */
    private static List<String> frames(String id, String payload) {
        List<String> frames = new ArrayList<>();
        frames.add("%s#1%03X%s".formatted(id, payload.length() / 2, payload.substring(0, 12)));
        for (int at = 12, i = 1; at < payload.length(); at += 14, i++) {
            frames.add("%s#2%X%s".formatted(id, i % 16, payload.substring(at, Math.min(payload.length(), at + 14))));
        }
        return frames;
    }

    private void answersLongTo(String request) {
        String prefix = "62" + request.substring(request.length() - 4);
        List<String> frames = frames("7E8", prefix + "AB".repeat(1_000 - 3));
        car.when(request, frames.get(0));
        car.forget("7E0#300000")
                .when("7E0#300000", frames.subList(1, frames.size()).toArray(String[]::new));
    }

    @Test
    void rawAnswersReserveMemoryOrFail() throws Exception {
        answersLongTo("7E0#0322F190");
        try (Obd obd = Obd.on(car)) {
            String raw = obd.query("LONG", "header", "7E0", "mode", "22", "pid", "F190")
                    .get("value")
                    .asText();
            assertThat(raw.split("\n")).hasSize(143).allMatch(line -> line.startsWith("7e8"));
            obd.memory(1_000);
            Failure busy = obd.refusal("LONG", "header", "7E0", "mode", "22", "pid", "F190");
            assertThat(busy.code()).isEqualTo("BUSY");
            assertThat(busy).hasMessageContaining("try again when other calls have ended");
        }
    }

    @Test
    void rawAnswersOfOneCallShareTheMemoryAndTheRestFails() throws Exception {
        answersLongTo("7E0#0322F190");
        Map<String, Object> one =
                Map.of("args", List.of("LONG"), "kwargs", Map.of("header", "7E0", "mode", "22", "pid", "F190"));
        try (Obd obd = Obd.on(car)) {
            obd.memory(20_000); // a text has 2,700 characters
            JsonNode values = obd.call("obd.query_many", "queries", List.of(one, one, one, one, one, one))
                    .get("values");
            assertThat(values.get(0).get("value").asText()).hasSizeGreaterThan(2_500);
            assertThat(values.get(5).get("error").asText()).startsWith("results take the memory there is");
        }
    }

    @Test
    void calculatedValuesReserveMemory() throws Exception {
        car.when("7E0#02010C", "7E8#04410C0FA0");
        try (Obd obd = Obd.on(car)) {
            obd.memory(10_000);
            assertThat(obd.query("X", "header", "7E0", "mode", "1", "pid", "0C", "formula", "'a' * 9000")
                            .get("value")
                            .asText())
                    .hasSize(9_000);
            assertThat(obd.refusal("X", "header", "7E0", "mode", "1", "pid", "0C", "formula", "[0] * 9000")
                            .code())
                    .isEqualTo("BUSY");
        }
    }

    @Test
    void integersReserveTheMemoryOfTheirBits() throws Exception {
        car.when("7E0#02010C", "7E8#04410C0FA0");
        try (Obd obd = Obd.on(car)) {
            obd.memory(10_000);
            Object[] large = {"header", "7E0", "mode", "1", "pid", "0C", "formula", "2**65000"};
            assertThat(obd.query("X", large).get("value").bigIntegerValue()).isEqualTo(BigInteger.TWO.pow(65_000));
            assertThat(obd.refusal("X", large).code()).isEqualTo("BUSY");
        }
    }

    @Test
    void answersToASentMessageReserveMemory() throws Exception {
        answersLongTo("7E0#0322F190");
        Object[] arguments = {"message", "7E0#22F190", "expect_response", "true", "auto_format", true};
        try (Obd obd = Obd.on(car)) {
            assertThat(obd.call("obd.send", arguments)).isNotEmpty();
            obd.memory(1_000);
            Failure busy = obd.failure("obd.send", arguments);
            assertThat(busy.code()).isEqualTo("BUSY");
            assertThat(busy).hasMessageContaining("the message was sent, and ");
        }
    }

    /** Each ECU begins before the one before it continues, so that one message is always in progress. */
    private void haveCodes(int ecus, int each) {
        List<String> known = new ArrayList<>();
        List<List<String>> all = new ArrayList<>();
        for (int i = 0; i < ecus; i++) {
            known.add("18DAF1%02X#06410000100000".formatted(i));
            StringBuilder payload = new StringBuilder("43%02X".formatted(each));
            for (int k = 0; k < each; k++) {
                payload.append("%04X".formatted(1 + i * each + k));
            }
            all.add(frames("18DAF1%02X".formatted(i), payload.toString()));
        }
        car.when("18DB33F1#020100", known.toArray(String[]::new));
        car.when("18DB33F1#0103", all.get(0).get(0));
        for (int i = 0; i < ecus; i++) {
            List<String> answers = new ArrayList<>();
            if (i + 1 < ecus) {
                answers.add(all.get(i + 1).get(0));
            }
            answers.addAll(all.get(i).subList(1, all.get(i).size()));
            car.when("18DA%02XF1#300000".formatted(i), answers.toArray(String[]::new));
        }
    }

    @Test
    void troubleCodesOfTooManyEcusAreBoundedAndTheRestIsMissing() throws Exception {
        haveCodes(256, 255);
        try (Obd obd = Obd.on(car, "7")) {
            JsonNode codes = obd.call("obd.dtc");
            assertThat(codes.get("values")).hasSize(TroubleCodeFunctions.MOST_CODES);
            assertThat(codes.get("missing").findValuesAsText("code"))
                    .hasSize(255 - TroubleCodeFunctions.MOST_CODES / 255 + 1)
                    .containsOnly("TOO_MANY_CODES", "TOO_MANY_ANSWERS");
            assertThat(codes.get("missing").findValuesAsText("ecu"))
                    .contains("others", "18daf1fe")
                    .doesNotContain("18daf100");
            assertThat(obd.retcode("obd.dtc")).isEqualTo(TroubleCodeFunctions.PARTIAL);
        }
    }

    @Test
    void troubleCodesPastTheMemoryBudgetAreMissing() throws Exception {
        haveCodes(2, 20);
        try (Obd obd = Obd.on(car, "7")) {
            obd.memory(500 * 30);
            JsonNode codes = obd.call("obd.dtc");
            assertThat(codes.get("values")).hasSize(30);
            assertThat(codes.get("missing").findValuesAsText("ecu")).containsExactly("18daf101");
            assertThat(codes.get("missing").get(0).get("error").asText()).contains("obd.query header=");
        }
    }

    @Test
    void anEcuWithSeveralAnswersIsMissingOnce() throws Exception {
        car.supports("7E8", 1, 0x0C).supports("7E9", 1, 0x0C);
        car.when("7DF#0103", "7E8#0443010104", "7E8#0443010105", "7E8#0443010106", "7E9#0443010107");
        try (Obd obd = Obd.on(car)) {
            obd.memory(500);
            JsonNode codes = obd.call("obd.dtc");
            assertThat(codes.get("values")).hasSize(1);
            assertThat(codes.get("missing").findValuesAsText("ecu")).containsExactly("7e8", "7e9");
        }
    }

    /** CAN FD frames, a block of a hundred per flow control. */
    private void answersWithTheLongest(int ecu, String further) {
        int length = 256 * 1024;
        String id = "18DAF1%02X##0".formatted(ecu);
        List<String> block = new ArrayList<>();
        String control = "18DA%02XF1#306400".formatted(ecu);
        int sent = FD - 6;
        for (int i = 1; sent < length; i++, sent += FD - 1) {
            block.add(id + "2%X".formatted(i % 16) + "00".repeat(FD - 1));
            boolean last = sent + FD - 1 >= length;
            if (last && further != null) {
                block.add(0, further);
            }
            if (last || block.size() == 100) {
                car.when(control, block.toArray(String[]::new));
                block.clear();
            }
        }
    }

    private static String beginning(int ecu) {
        return "18DAF1%02X##01000%08X62F102".formatted(ecu, 256 * 1024) + "00".repeat(FD - 9);
    }

    @Test
    void allAnswersToOneRequestTogetherAreBoundedInBytes() throws Exception {
        for (int ecu = 0; ecu < 5; ecu++) {
            answersWithTheLongest(ecu, ecu < 4 ? beginning(ecu + 1) : null);
        }
        car.when("18DB33F1#0322F102", beginning(0));
        ResponseTimeouts patient = new ResponseTimeouts(
                TimeUnit.SECONDS.toNanos(20),
                TimeUnit.MILLISECONDS.toNanos(50),
                0,
                TimeUnit.SECONDS.toNanos(120),
                TimeUnit.SECONDS.toNanos(60));
        DiagnosticRequest question = DiagnosticRequest.of(
                RawMessage.parse("18DB33F1#22F102", null, null, "18DAF100,1FFFFF00", null)
                        .address(),
                HexFormat.of().parseHex("22F102"));
        IsoTpSettings blocks = IsoTpSettings.DEFAULT.withFlowControl(100, 0);
        try (DiagnosticClient client =
                new DiagnosticClient(car.bus(), blocks, patient, Ticker.system(), Clock.systemUTC())) {
            Responses answers = client.send(question);
            assertThat(answers.positive()).hasSize(4);
            assertThat(answers.broken())
                    .singleElement()
                    .satisfies(broken -> assertThat(broken.fault())
                            .hasMessageContaining("more than 1048576, which is the most that one question may have"));
            assertThat(answers.broken().get(0).source()).isEqualTo(CanId.extended(0x18DAF104));
        }
    }
}
