package io.outrider.service.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.releases.ReportedReleases;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class ReportedHandlerTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private ServedAccounts served;
    private ReportedHandler handler;
    private final List<String> heard = new ArrayList<>();

    @BeforeEach
    void open() {
        served = new ServedAccounts(kind, folder);
        served.devices.create(served.account, "van-12", null, false);
        handler = new ReportedHandler(
                new WriteQueue(served.database),
                served.devices,
                (handle, unit, report) -> heard.add(report.path("name").asText()));
    }

    @AfterEach
    void close() {
        served.close();
    }

    private void receive(String report) {
        handler.received("van-12", report.getBytes(StandardCharsets.UTF_8), false)
                .toCompletableFuture()
                .join();
    }

    private void receive(String name, String started, int number) {
        receive("{\"name\": \"%s\", \"agent\": {\"started\": \"%s\", \"reports\": %d}}"
                .formatted(name, started, number));
    }

    private String stored() {
        return served.database
                .read()
                .withHandle(handle -> handle.createQuery("SELECT reported FROM device WHERE unit_id = 'van-12'")
                        .mapTo(String.class)
                        .one());
    }

    @Test
    void anEarlierReportDoesNotReplaceALaterOne() {
        receive("second", "2026-11-22T10:00:00.000000Z", 2);
        receive("first", "2026-11-22T10:00:00.000000Z", 1);
        assertThat(stored()).contains("second");
        receive("third", "2026-11-22T10:00:00.000000Z", 3);
        assertThat(stored()).contains("third");
        assertThat(heard).containsExactly("second", "third");
    }

    @Test
    void aDaemonThatHasStartedAnewCountsAnewEvenIfItsClockWentBack() {
        receive("before", "2026-11-22T10:00:00.000000Z", 20);
        receive("after", "1970-01-01T00:00:10.000000Z", 1);
        assertThat(stored()).contains("after");
    }

    @Test
    void reportsThatSayNothingOfTheirOrderCountAsTheyCome() {
        receive("{\"name\": \"a\", \"agent\": {}}");
        receive("{\"name\": \"b\"}");
        receive("c", "2026-11-22T10:00:00.000000Z", 5);
        receive("{\"name\": \"d\", \"agent\": 7}");
        assertThat(heard).containsExactly("a", "b", "c", "d");
        receive("[]");
        receive("{");
        assertThat(stored()).contains("\"d\"");
    }

    @Test
    void aReportWithTheCharacterZeroCounts() {
        handler = new ReportedHandler(
                new WriteQueue(served.database), served.devices, new ReportedReleases(served.clock)::reported);
        receive("{\"name\": \"x\\u0000\\ud800\", \"agent\": {\"started\": \"\\u0000\", \"reports\": 1}, \"projects\":"
                + " [{\"name\": \"\\u0000\", \"version_hash\": \"\\u0000\", \"state\": \"failed\","
                + " \"error\": {\"code\": \"\\u0000\", \"message\": \"\\udc00\"}}]}");
        assertThat(stored()).contains("\"x\\u0000\ufffd\"");
    }

    @Test
    void aReportThatIsNestedTooDeepIsGivenUp() {
        receive("{\"name\": \"first\"}");
        for (int levels : new int[] {100, 999, 100_000}) {
            receive("{\"name\": \"deep\", \"x\": " + "[".repeat(levels) + "]".repeat(levels) + "}");
        }
        receive("{\"name\": \"last\", \"x\": " + "[".repeat(99) + "]".repeat(99) + "}");
        assertThat(heard).containsExactly("first", "last");
        assertThat(stored()).contains("last");
    }
}
