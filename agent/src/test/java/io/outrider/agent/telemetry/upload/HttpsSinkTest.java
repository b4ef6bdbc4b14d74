package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads to a Python server that checks AutoPi's format. */
@Tag("slow")
class HttpsSinkTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private RowsServer receiver;
    private Uploading here;
    private Path token;

    @BeforeEach
    void open() throws Exception {
        token = folder.resolve("token");
        Files.writeString(token, "s3cret\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        receiver = new RowsServer();
        here = new Uploading(folder, 50, 3600, 0);
    }

    @AfterEach
    void close() throws InterruptedException {
        here.close();
        receiver.close();
    }

    private HttpsSink sink(String scheme) {
        return new HttpsSink(
                "unit-1",
                new UploadSettings(
                        "https", receiver.url(), scheme, token.toString(), null, 50, null, null, null, null, null));
    }

    private List<Integer> arrived() {
        List<Integer> values = new ArrayList<>();
        for (JsonNode each : receiver.requests()) {
            if (each.get("code").asInt() == 200) {
                each.get("values").forEach(value -> values.add(value.asInt()));
            }
        }
        return values.stream().sorted().toList();
    }

    private List<Integer> all(int count) {
        return java.util.stream.IntStream.rangeClosed(1, count).boxed().toList();
    }

    @Test
    void recordsArriveInAutoPisFormat() throws InterruptedException {
        here.put(120);
        here.uploader.use(sink(null));
        assertThat(here.uploader.flush(LONG)).isTrue();
        assertThat(arrived()).isEqualTo(all(120));
        assertThat(receiver.requests()).hasSize(3).allSatisfy(each -> {
            assertThat(each.get("problem").isNull()).as("%s", each).isTrue();
            assertThat(each.get("unit").asText()).isEqualTo("unit-1");
            assertThat(each.get("authorization").asText()).isEqualTo("token s3cret");
        });
    }

    @Test
    void theAuthorizationSchemeIsConfigurable() throws InterruptedException {
        here.put(1);
        here.uploader.use(sink("Bearer"));
        assertThat(here.uploader.flush(LONG)).isTrue();
        assertThat(receiver.requests().get(0).get("authorization").asText()).isEqualTo("Bearer s3cret");
    }

    @Test
    void aBatchIsRetriedAfterAServerError() throws Exception {
        here.put(120);
        for (String order : List.of("429 0", "500", "503 0", "408", "302", "drop")) {
            receiver.order(order);
            long failures = here.uploader.counters.failures.sum();
            here.uploader.use(sink(null));
            Await.until(order, () -> here.uploader.counters.failures.sum() > failures + 1);
        }
        receiver.order("ok");
        assertThat(here.uploader.flush(LONG)).isTrue();
        assertThat(arrived()).isEqualTo(all(120));
        assertThat(here.uploader.counters.halved.sum()).isZero();
    }

    @Test
    void retryAfterIsObeyed() throws Exception {
        here.put(10);
        receiver.order("429 3600");
        here.uploader.use(sink(null));
        Await.until("it has been asked", () -> receiver.requests().size() == 1);
        Await.until(
                "its answer counts",
                () -> Boolean.FALSE.equals(here.uploader.state().get("connected")));
        here.put(100);
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void aBatchTooLargeForTheServerIsSplit() throws Exception {
        here.put(120);
        receiver.order("413");
        here.uploader.use(sink(null));
        assertThat(here.uploader.flush(LONG)).isTrue();
        assertThat(arrived()).isEqualTo(all(120));
    }

    @Test
    @Announces("record 77 \\(obd.rpm\\) rejected")
    void aBadRecordIsFoundAndTheOthersArrive() throws Exception {
        here.put(120);
        receiver.order("bad 77");
        here.uploader.use(sink(null));
        Await.until("it is found", LONG, () -> here.backlog.discarded().equals(List.of(77L)));
        assertThat(here.uploader.flush(LONG)).isTrue();
        assertThat(arrived())
                .isEqualTo(all(120).stream().filter(each -> each != 77).toList());
    }

    @Test
    @Announces("the upload is not authorised \\(the server answered 401\\)")
    void aRejectedTokenStopsTheUpload() throws Exception {
        here.put(120);
        receiver.order("401");
        here.uploader.use(sink(null));
        Await.until("it is said", () -> here.uploader.status.permanentError() != null);
        assertThat(receiver.requests()).hasSize(1);
        assertThat(here.backlog.pending().records()).isEqualTo(120);
    }

    @Test
    @Announces("the upload is not authorised .*token")
    void aWorldReadableTokenFileStopsTheUpload() throws Exception {
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        here.put(1);
        here.uploader.use(sink(null));
        Await.until("it is said", () -> here.uploader.status.permanentError() != null);
        assertThat(receiver.requests()).isEmpty();
        assertThat(here.uploader.status.permanentError()).contains("chmod").doesNotContain("s3cret");
    }

    private HttpsSink trusting(RowsServer server, Path ca) {
        return new HttpsSink(
                "unit-1",
                new UploadSettings(
                        "https",
                        server.url(),
                        null,
                        null,
                        ca == null ? null : ca.toString(),
                        50,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    @Test
    void aServerOfAPrivateAuthorityIsTrustedOnlyIfItsCertificateIsConfigured() throws Exception {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        ThrowAwayCa other = new ThrowAwayCa(folder, "other");
        here.put(120);
        try (RowsServer server = new RowsServer(ca.server())) {
            for (Path wrong : new Path[] {null, other.certificate()}) {
                long failures = here.uploader.counters.failures.sum();
                here.uploader.use(trusting(server, wrong));
                Await.until("it fails", () -> here.uploader.counters.failures.sum() > failures);
            }
            assertThat(server.requests()).isEmpty();
            Path named = Files.copy(other.certificate(), folder.resolve("named.crt"));
            here.uploader.use(trusting(server, named));
            Files.move(ca.certificate(), named, StandardCopyOption.ATOMIC_MOVE); // read anew
            assertThat(here.uploader.flush(LONG)).isTrue();
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    @Announces("the upload is not authorised .*holds no PEM certificate")
    void aFileWithoutAuthoritiesStopsTheUpload() throws Exception {
        here.put(1);
        try (RowsServer server = new RowsServer(new ThrowAwayCa(folder, "ca").server())) {
            here.uploader.use(trusting(server, token));
            Await.until("it is said", () -> here.uploader.status.permanentError() != null);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void anUnreachableServerIsTriedAgain() throws Exception {
        HttpsSink nowhere = new HttpsSink(
                "unit-1",
                new UploadSettings(
                        "https", "http://127.0.0.1:1/", null, null, null, null, null, null, null, null, null));
        here.put(10);
        here.uploader.use(nowhere);
        Await.until("it is tried again", () -> here.uploader.counters.failures.sum() > 3);
        here.uploader.use(sink(null));
        assertThat(here.uploader.flush(LONG)).isTrue();
        Await.until("the receiver has noted it", () -> arrived().equals(all(10)));
    }
}
