package io.outrider.service.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.devices.Device;
import io.outrider.service.fixture.StoredTelemetry;
import io.outrider.service.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Records of a deleted device: nobody has them any more, and they are deleted in parts afterwards. */
class DeletedDeviceTest extends StoredTelemetry {
    private Device sending(String unit, int records) {
        Device device = served.devices.create(served.account, unit, null, false);
        Batches batch = Batches.of();
        for (int i = 1; i <= records; i++) {
            String time = Instant.parse("2026-11-21T10:00:00Z").plusMillis(i).toString();
            batch.with(i, "obd.speed" + i % 3, time, Map.of("value", i));
        }
        ingest.received(unit, batch.payload(unit, RUN), false)
                .toCompletableFuture()
                .join();
        return device;
    }

    private int count(String table) {
        return served.number("SELECT COUNT(*) FROM " + table);
    }

    private void deleteRecords(Duration keep) {
        new TelemetryRetention(served.database, keep, served.clock).run();
    }

    @Test
    void aDeviceIsGoneAtOnceAndItsRecordsAfterwards() {
        Device gone = sending("u1", 12_000);
        Device other = sending("u2", 10);
        served.devices.delete(served.account, gone.id());
        assertThatThrownBy(() -> served.devices.get(served.account, gone.id())).isInstanceOf(Problem.class);
        assertThat(count("telemetry")).as("no other writer waits for them").isEqualTo(12_010);
        deleteRecords(null);
        assertThat(count("telemetry")).isEqualTo(10);
        assertThat(Batches.stored(served.database, other.number())).hasSize(10);
        assertThat(count("deleted_device")).isZero();
    }

    @Test
    void aUnitThatEnrolsAnewHasNoneOfTheRecordsBefore() {
        Device before = sending("u1", 100);
        served.devices.delete(served.account, before.id());
        Device after = sending("u1", 5);
        assertThat(after.number()).isNotEqualTo(before.number());
        assertThat(Batches.stored(served.database, after.number())).hasSize(5);
        deleteRecords(Duration.ofDays(400));
        assertThat(count("telemetry")).isEqualTo(5);
    }

    @Test
    void recordsStayForEverWithoutAnAge() {
        sending("u1", 10);
        served.clock.advance(Duration.ofDays(20_000));
        deleteRecords(null);
        assertThat(count("telemetry")).isEqualTo(10);
    }

    @Test
    void devicesOfADeletedAccountLeaveNoRecords() {
        sending("u1", 10);
        served.database.write().useHandle(handle -> handle.execute("DELETE FROM account WHERE id = ?", served.account));
        deleteRecords(null);
        assertThat(count("telemetry")).isZero();
    }
}
