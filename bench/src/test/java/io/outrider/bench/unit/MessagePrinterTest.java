package io.outrider.bench.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.soak.Row;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessagePrinterTest {
    private final List<String> lines = new ArrayList<>();
    private final Map<String, Object> fields = new LinkedHashMap<>(Map.of("@t", "obd.rpm"));
    private final MessagePrinter printer = new MessagePrinter(
            payload -> List.of(new Row("u1", "a", 1, fields)),
            Clock.fixed(Instant.parse("2026-11-21T10:15:00.031Z"), ZoneOffset.UTC),
            lines::add);

    private String printed(String topic, String payload) {
        lines.clear();
        printer.print(topic, payload.getBytes(StandardCharsets.UTF_8));
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    @Test
    void recordIsPrintedWithTypeValueUnitAndOtherFields() {
        fields.put("@ts", "2026-11-21T10:15:00Z");
        fields.put("level", 100);
        fields.put("unit", "volt");
        fields.put("value", 12.5);
        assertThat(printed("telemetry", ""))
                .isEqualTo("10:15:00.031  record    obd.rpm                12.5 volt level=100");
    }

    @Test
    void eventIsPrintedWithItsTag() {
        fields.put("@tag", "vehicle/engine/running");
        assertThat(printed("telemetry", "")).endsWith(" obd.rpm                vehicle/engine/running");
    }

    @Test
    void jobEventIsPrintedWithJidAndState() {
        assertThat(printed("job", "{\"jid\":\"7\",\"state\":\"running\",\"stamp\":\"x\"}"))
                .isEqualTo("10:15:00.031  job       7  running");
    }

    @Test
    void returnIsPrintedWithFunctionAndResult() {
        assertThat(printed("return", "{\"jid\":\"7\",\"fun\":\"test.ping\",\"return\":true}"))
                .isEqualTo("10:15:00.031  return    7  test.ping  true");
        assertThat(printed("return", "{\"jid\":\"7\",\"fun\":\"x\",\"return\":\"ERROR: no\"}"))
                .endsWith("7  x  ERROR: no");
    }

    @Test
    void unreadableMessageIsReportedAndLongOneIsCut() {
        assertThat(printed("job", "{")).startsWith("10:15:00.031  job       1 bytes that cannot be read: ");
        assertThat(printed("return", "{\"return\":\"" + "x".repeat(5_000) + "\"}"))
                .hasSizeLessThan(400)
                .endsWith("x…");
    }
}
