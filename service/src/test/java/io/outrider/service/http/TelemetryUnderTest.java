package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.database.AccountShares;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.fixture.StoredTelemetry;
import io.outrider.service.telemetry.TelemetryReader;
import io.outrider.service.telemetry.TripReader;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** Telemetry over HTTP, with a device that has a secret; on both databases. */
abstract class TelemetryUnderTest extends StoredTelemetry {
    static final ObjectMapper MAPPER = new ObjectMapper();
    static final String SECRET = "unit's own secret";

    final AccountShares reads = new AccountShares(4, 3);
    Device device;

    @BeforeEach
    void serve() {
        served.serve(
                new TelemetryRoutes(
                        served.devices,
                        new TelemetryReader(served.database),
                        new TripReader(served.database, new TelemetryReader(served.database)),
                        served.authenticator,
                        served.answers,
                        reads),
                new UploadRoutes(new UnitAuthenticator(served.devices), writer));
        device = served.enrolled("van-12", SECRET);
    }

    ApiClient.Answer upload(String rows) {
        return served.client("token " + SECRET)
                .send(
                        "POST",
                        "/logbook/storage/",
                        rows,
                        Map.of("unit-id", "van-12", "Content-Type", "application/json"));
    }

    JsonNode read(String parameters) {
        return served.client()
                .get("/logbook/storage/read/?device_id=" + device.id() + "&" + parameters)
                .is(200)
                .json();
    }

    static String speed(String time, Object value) {
        return "{\"@t\":\"obd.speed\",\"@ts\":\"" + time + "\",\"value\":" + value + ",\"unit\":\"kph\"}";
    }

    static String hours(String more) {
        return "field=obd.speed.value&field_type=float&from_utc=2026-11-21T00:30:00.000Z&to_utc=2026-11-22T00:30:00.000Z"
                + "&interval=1h&" + more;
    }
}
