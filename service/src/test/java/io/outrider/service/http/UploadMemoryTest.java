package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.devices.Device;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uploads of which most is there, and whose end does not come. */
class UploadMemoryTest extends TelemetryUnderTest {
    private static final int MEGABYTE = 1 << 20;
    private static final String OTHER_SECRET = "the other's secret";

    private final List<RawRequest> open = new ArrayList<>();

    @BeforeEach
    void addDeviceOfAnotherAccount() {
        Device other = served.devices.create(served.otherAccount, "van-99", null, false);
        served.setSecret(other, OTHER_SECRET);
    }

    @AfterEach
    void end() throws IOException {
        for (RawRequest each : open) {
            each.close();
        }
        open.clear();
    }

    private RawRequest begin(int megabytes) throws IOException {
        RawRequest request = new RawRequest(served.port());
        open.add(request);
        request.send(
                "POST /logbook/storage/ HTTP/1.1\r\nHost: fleet\r\nunit-id: van-12\r\nAuthorization: token " + SECRET
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + 8 * MEGABYTE + "\r\n\r\n["
                        + " ".repeat(megabytes * MEGABYTE));
        return request;
    }

    private static String large() {
        return "[" + " ".repeat(2 * MEGABYTE) + speed("2026-11-21T10:00:00Z", 1) + "]";
    }

    private int uploadOfOther() {
        return served.client("token " + OTHER_SECRET)
                .send(
                        "POST",
                        "/logbook/storage/",
                        large(),
                        Map.of("unit-id", "van-99", "Content-Type", "application/json"))
                .status();
    }

    @Test
    void uploadsOfAnAccountTakeHalfOfTheirMemoryAtMost() throws IOException {
        for (int i = 0; i < 5; i++) {
            begin(6);
        }
        Await.until("the memory of the account is taken", () -> {
            if (upload(large()).status() == 503) {
                return true;
            }
            begin(6); // of the five one is refused if it has met an upload that looks
            return false;
        });
        RawRequest one = begin(6);
        assertThat(one.answer(Duration.ofSeconds(10)))
                .startsWith("HTTP/1.1 503")
                .contains("Retry-After: 5", "NOT_AVAILABLE");
        assertThat(uploadOfOther()).isEqualTo(200);
        end();
        Await.until("the memory is free again", () -> upload(large()).status() == 200);
    }
}
