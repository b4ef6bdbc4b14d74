package io.outrider.service.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.StoredTelemetry;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.service.telemetry.UploadReader.Upload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of all types of a device, however many there are. */
class DeviceTypesTest extends StoredTelemetry {
    private static final int READS = 20;

    private Device device;

    @BeforeEach
    void open() {
        device = served.devices.create(served.account, "u1", null, false);
    }

    private void post(Device to, int types) {
        for (int from = 0; from < types; from += 1_000) { // which one upload may have
            ArrayNode rows = new ObjectMapper().createArrayNode();
            for (int i = from; i < Math.min(types, from + 1_000); i++) {
                rows.addObject().put("@t", "type" + i).put("@ts", "2026-11-21T10:00:00Z");
            }
            writer.writePosted(to.number(), rows).toCompletableFuture().join();
        }
    }

    private void addTypes(int count) {
        served.database
                .write()
                .useHandle(handle -> handle.execute("INSERT INTO telemetry_type (name) WITH RECURSIVE number(i) AS"
                        + " (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < " + count
                        + ") SELECT 'other' || i FROM number"));
    }

    private List<String> ofType(String type) {
        List<String> found = new ArrayList<>();
        new TelemetryReader(served.database)
                .raw(
                        device.number(),
                        type,
                        Instant.EPOCH,
                        served.clock.instant(),
                        false,
                        10,
                        each -> found.add(new String(each)));
        return found;
    }

    @Test
    void typesOfOtherDevicesAreNotLookedAt() {
        addTypes(400_000);
        post(device, 8);
        UploadReader uploads = new UploadReader(served.database);
        Upload upload = uploads.uploads(device.number(), 0, 1).get(0);
        long begin = System.nanoTime();
        for (int i = 0; i < READS; i++) {
            assertThat(Batches.stored(served.database, device.number())).hasSize(8);
            assertThat(uploads.records(device.number(), upload, 0, 100, 1_000_000))
                    .hasSize(8);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void recordsOfAnUploadEndWithTheOneThatPassesTheLimit() {
        post(device, 8);
        UploadReader uploads = new UploadReader(served.database);
        Upload upload = uploads.uploads(device.number(), 0, 1).get(0);
        List<String> all = uploads.records(device.number(), upload, 0, 100, Integer.MAX_VALUE);
        int two = all.get(0).length() + 1;
        assertThat(uploads.records(device.number(), upload, 0, 100, two)).isEqualTo(all.subList(0, 2));
        assertThat(uploads.records(device.number(), upload, 7, 100, two)).isEqualTo(all.subList(7, 8));
        assertThat(uploads.records(device.number(), upload, 8, 100, two)).isEmpty();
    }

    @Test
    void aDeviceOfMoreThan2000TypesIsReadByOneType() {
        post(served.devices.create(served.account, "u3", null, false), 1_000); // types of another, which it may use
        post(device, 2_000);
        assertThat(Batches.stored(served.database, device.number())).hasSize(2_000);
        post(device, 2_001);
        assertThatThrownBy(() -> Batches.stored(served.database, device.number()))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.code()).isEqualTo(ProblemCode.QUERY_TOO_LARGE))
                .hasMessageContaining("one 'data_type'");
        assertThat(ofType("type2000")).singleElement().asString().contains("\"type2000\"");
        assertThat(ofType("type2001")).isEmpty();
    }

    @Test
    void aDeviceMakes1900TypesAndItsRecordsOfOthersHaveNoneAndAreReadWithAllOfIt() {
        Device other = served.devices.create(served.account, "u2", null, false);
        post(device, 2_500);
        assertThat(count("telemetry")).isEqualTo(2_500);
        assertThat(count("telemetry_type")).isEqualTo(1_900);
        assertThat(ofType("type1899")).hasSize(1);
        assertThat(ofType("type1900")).isEmpty();
        assertThat(Batches.stored(served.database, device.number())).hasSize(2_500);
        post(other, 1_902);
        assertThat(count("telemetry_type")).as("the other's own").isEqualTo(1_902);
        served.clock.advance(Duration.ofDays(40));
        new TelemetryRetention(served.database, Duration.ofDays(30), served.clock).run();
        assertThat(count("telemetry")).isZero();
    }

    @Test
    void recordsWhoseTypeHasNoneAreReadWithAllOfTheirDevice() {
        served.database
                .write()
                .useHandle(
                        handle -> handle.execute("INSERT INTO telemetry_type (name, device) WITH RECURSIVE number(i) AS"
                                + " (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 1900) SELECT 'made' || i, "
                                + device.number() + " FROM number"));
        post(device, 2);
        post(device, 2);
        assertThat(Batches.stored(served.database, device.number())).hasSize(2);
        assertThat(ofType("type1")).isEmpty();
    }

    private int count(String table) {
        return served.number("SELECT COUNT(*) FROM " + table);
    }

    @Test
    void aTypeOfAnotherDeviceHasNoRecords() {
        post(served.devices.create(served.account, "u2", null, false), 3);
        post(device, 1);
        assertThat(ofType("type2")).isEmpty();
        assertThat(Batches.stored(served.database, device.number())).hasSize(1);
    }
}
