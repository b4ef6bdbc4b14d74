package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.http.RequestFuzzer.FuzzedRequest;
import io.outrider.service.problem.ProblemCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Requests made from the OpenAPI document and then damaged: never a failure of the service, all as the document
 * says. The system property {@code outrider.fuzz.seconds} makes it longer, {@code outrider.fuzz.seed} sends others.
 */
@Tag("slow")
class ApiFuzzTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void noRequestMakesTheServiceFail(DatabaseUrl.Kind kind) throws Exception {
        long seed = Long.getLong("outrider.fuzz.seed", 1);
        EnumSet<ProblemCode> allowed =
                EnumSet.complementOf(EnumSet.of(ProblemCode.INTERNAL_ERROR, ProblemCode.NOT_AVAILABLE));
        int requests = 0;
        int taken = 0;
        try (ServedApi api = new ServedApi(kind, folder)) {
            RequestFuzzer fuzzer = new RequestFuzzer(api, new Random(seed));
            String token = api.served.token;
            long end = System.nanoTime()
                    + Duration.ofSeconds(Integer.getInteger("outrider.fuzz.seconds", 8))
                            .toNanos();
            while (System.nanoTime() < end) {
                FuzzedRequest request = fuzzer.next();
                boolean upload = request.operation().path().equals("/logbook/storage/");
                String what = "seed " + seed + ", request " + ++requests + ": " + request;
                ApiClient client = upload
                        ? api.served.client("token " + ServedApi.UNIT_SECRET)
                        : api.served.client("APIToken " + token);
                ApiClient.Answer answer;
                try {
                    answer = client.sendBytes(
                            request.operation().method(), request.path(), request.body(), request.headers());
                } catch (AssertionError e) {
                    throw new AssertionError(what, e);
                }
                if (answer.status() < 400) {
                    taken++;
                } else {
                    String code = answer.json().path("code").asText();
                    assertThat(Arrays.stream(ProblemCode.values()).map(Enum::name))
                            .as(what)
                            .contains(code);
                    assertThat(allowed).as(what + "\n" + answer.text()).contains(ProblemCode.valueOf(code));
                }
                if (answer.status() == 401) { // a request has withdrawn the token
                    token = api.served.accounts.createToken(api.served.account, "after " + requests, null);
                }
                if (requests % 200 == 0) {
                    api.served.clock.advance(Duration.ofMinutes(30));
                }
            }
            api.served.client(null).get("/health").is(200);
            token = api.served.accounts.createToken(api.served.account, "last", null);
            api.served
                    .client("APIToken " + token)
                    .get("/dongle/devices/" + api.device.id() + "/")
                    .is(200);
        }
        String what = "seed " + seed + ": " + requests + " requests, " + taken + " taken";
        System.out.println(what);
        assertThat(taken).as(what).isGreaterThan(requests / 10);
    }
}
