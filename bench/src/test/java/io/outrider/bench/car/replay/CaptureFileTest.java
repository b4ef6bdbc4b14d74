package io.outrider.bench.car.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.can.CanId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureFileTest {
    @Test
    void recordIsParsed() {
        CaptureRecord record = CaptureRecords.record(CaptureRecords.EXTENDED);
        assertThat(record.vehicle()).isEqualTo("none");
        assertThat(record.arg()).containsExactly("X");
        assertThat(record.requestId()).isEqualTo(CanId.base(0x6F1));
        assertThat(record.requestPayload()).isEqualTo(HexFormat.of().parseHex("22DD69"));
        assertThat(record.extendedAddress()).hasValue(7);
        assertThat(record.flowControlPartner(CanId.base(0x607))).contains(CanId.base(0x6F1));
        assertThat(record.flowControlPartner(CanId.base(0x608))).isEmpty();
        assertThat(record.frames()).hasSize(2);
        assertThat(record.frames().get(0).hex()).isEqualTo("607f1100762dd69ffff");
        assertThat(record.value().asInt()).isEqualTo(1);
    }

    @Test
    void idsOfEightDigitsHave29Bits() {
        CaptureRecord record = CaptureRecords.record(CaptureRecords.WIDE);
        assertThat(record.requestId()).isEqualTo(CanId.extended(0x18DA10F1));
        assertThat(record.frames().get(0).id()).isEqualTo(CanId.extended(0x18DAF110));
    }

    @Test
    void badLinesAreReportedByNumberAndOthersAreRead(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("captures.jsonl");
        Files.write(file, List.of(CaptureRecords.RPM, "", "{\"vehicle\": ", CaptureRecords.VIN, "{}"));
        CaptureFile captures = CaptureFile.read(file);
        assertThat(captures.records()).hasSize(2);
        assertThat(captures.bad()).extracting(CaptureFile.BadLine::number).containsExactly(3, 5);
        assertThat(captures.bad().get(1)).hasToString("line 5: 'request' has to be a CAN id and a payload");
    }

    @Test
    void aMissingFileIsAnError(@TempDir Path folder) {
        assertThatThrownBy(() -> CaptureFile.read(folder.resolve("none"))).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "7",
                "\"text\"",
                "null",
                "{\"request\": 3}",
                "{\"request\": [\"7E0\"]}",
                "{\"request\": [\"7E0\", \"\"]}",
                "{\"request\": [\"7E0\", \"0\"]}",
                "{\"request\": [\"7E0\", \"xx\"]}",
                "{\"request\": [\"7E\", \"010C\"]}",
                "{\"request\": [\"FFFFFFFF\", \"010C\"]}",
                "{\"request\": [\"7E0\", null]}",
                "{\"request\": [\"7E0\", \"010C\"], \"response_frames\": [\"7E8\"]}",
                "{\"request\": [\"7E0\", \"010C\"], \"response_frames\": [\"7E8010203040506070809\"]}",
                "{\"request\": [\"7E0\", \"010C\"], \"response_frames\": [\"7E8012\"]}",
                "{\"request\": [\"7E0\", \"010C\"], \"kwarg\": {\"can_extended_address\": \"0707\"}}",
                "{\"request\": [\"7E0\", \"010C\"], \"kwarg\": {\"can_flow_control_id_pair\": \"7E0\"},"
                        + " \"response_frames\": [\"7E80102\"]}"
            })
    void invalidRecordIsABadLine(String line) {
        CaptureFile file = CaptureFile.parse(List.of(CaptureRecords.RPM, line));
        assertThat(file.records()).hasSize(1);
        assertThat(file.bad()).singleElement().satisfies(bad -> {
            assertThat(bad.number()).isEqualTo(2);
            assertThat(bad.reason()).isNotBlank();
        });
    }
}
