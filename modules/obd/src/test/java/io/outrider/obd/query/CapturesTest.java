package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Replay of captured answers of real vehicles, frame by frame, with their known values. */
class CapturesTest {
    private static final double CLOSE = 5e-6;

    @Test
    void everyCapturedAnswerGivesItsValue() throws Exception {
        Path file = captures();
        assumeTrue(file != null, "skipped: the captures stand beside the repository, and they are not there");
        ObjectMapper mapper = new ObjectMapper();
        List<String> wrong = new ArrayList<>();
        int count = 0;
        try (Car car = new Car();
                Obd obd = Obd.on(car)) {
            for (String line : Files.readAllLines(file)) {
                JsonNode capture = mapper.readTree(line);
                String difference = play(capture, car, obd);
                if (difference != null) {
                    wrong.add(difference + " in " + line);
                }
                count++;
            }
        }
        assertThat(count).isGreaterThan(1_000);
        assertThat(wrong).isEmpty();
    }

    private static Path captures() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared/data/obd-captures.jsonl");
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        return null;
    }

    private static String play(JsonNode capture, Car car, Obd obd) throws Exception {
        String header = capture.get("request").get(0).asText();
        JsonNode address = capture.get("kwarg").get("can_extended_address");
        String prefix = address == null ? "" : address.asText();
        String request = capture.get("request").get(1).asText();
        List<String> frames = new ArrayList<>();
        capture.get("response_frames").forEach(frame -> frames.add(frame(frame.asText())));
        String asked = "%s#%s%02X%s".formatted(header, prefix, request.length() / 2, request);
        int pci = prefix.isEmpty() ? 0 : 2;
        boolean several = frames.get(0).charAt(frames.get(0).indexOf('#') + 1 + pci) == '1';
        car.forget(asked).when(asked, several ? new String[] {frames.get(0)} : frames.toArray(String[]::new));
        String control = flowControlId(header, frames.get(0)) + "#" + prefix + "300000";
        car.forget(control);
        if (several) {
            car.when(control, frames.subList(1, frames.size()).toArray(String[]::new));
        }
        List<Object> keywords = new ArrayList<>();
        capture.get("kwarg").properties().forEach(each -> {
            keywords.add(each.getKey());
            keywords.add(each.getValue());
        });
        JsonNode value;
        try {
            value = obd.query(capture.get("arg").get(0).asText(), keywords.toArray())
                    .get("value");
        } catch (Failure e) {
            return e.getMessage();
        }
        JsonNode expected = capture.get("value");
        boolean same = expected.isNumber() && value.isNumber()
                ? Math.abs(expected.doubleValue() - value.doubleValue()) <= CLOSE
                : expected.equals(value);
        return same ? null : value + " is not " + expected;
    }

    private static String frame(String text) {
        int idDigits = text.length() % 2 == 1 ? 3 : 8;
        HexFormat.of().parseHex(text.substring(idDigits));
        return text.substring(0, idDigits) + "#" + text.substring(idDigits);
    }

    /** After a functional request, flow control goes to the answering ECU. */
    private static String flowControlId(String header, String answer) {
        if (header.equals("7DF")) {
            return "%03X".formatted(Integer.parseInt(answer.substring(0, 3), 16) - 8);
        }
        return header.equals("18DB33F1") ? "18DA" + answer.substring(6, 8) + "F1" : header;
    }
}
