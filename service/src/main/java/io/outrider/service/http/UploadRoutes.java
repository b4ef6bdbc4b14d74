package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.devices.Device;
import io.outrider.service.devices.Devices;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.service.telemetry.TelemetryWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Upload of records by units in AutoPi's form: an array of records, with the unit's own secret. */
public final class UploadRoutes implements Routes {
    private static final int MOST_BYTES = 8 << 20;
    private static final Duration MOST_WAIT = Duration.ofSeconds(30);

    private final Devices devices;
    private final TelemetryWriter writer;

    public UploadRoutes(Devices devices, TelemetryWriter writer) {
        this.devices = devices;
        this.writer = writer;
    }

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.post("/logbook/storage/", this::upload);
    }

    private void upload(Context request) {
        Device device = device(request);
        JsonNode rows = RequestBody.json(RequestBody.bytes(request, MOST_BYTES));
        if (!rows.isArray()) {
            throw Problem.of(ProblemCode.INVALID_BODY, "the body is an array of records");
        }
        try {
            writer.writePosted(device.number(), rows)
                    .toCompletableFuture()
                    .get(MOST_WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) { // the unit sends them again
            throw Problem.later(
                    ProblemCode.NOT_AVAILABLE,
                    "the records could not be stored; send them again",
                    Duration.ofSeconds(5));
        }
        request.json(Map.of());
    }

    private Device device(Context request) {
        String unit = request.header("unit-id");
        String authorization = request.header("Authorization");
        if (unit == null || authorization == null) {
            throw Problem.of(
                    ProblemCode.NOT_AUTHENTICATED, "send the headers 'unit-id' and 'Authorization: token SECRET'");
        }
        String[] words = authorization.strip().split(" +", 2);
        boolean known = words.length == 2
                && (words[0].equalsIgnoreCase("token") || words[0].equalsIgnoreCase("bearer"))
                && devices.secretHash(unit)
                        .map(hash -> equal(hash, MasterKey.hash(words[1])))
                        .orElse(false);
        if (!known) {
            throw Problem.of(ProblemCode.NOT_AUTHENTICATED, "the secret is not that of this unit; enrol it again");
        }
        return devices.ofUnit(unit).orElseThrow(() -> Problem.notFound("unit"));
    }

    private static boolean equal(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }
}
