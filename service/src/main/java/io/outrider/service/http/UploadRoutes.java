package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.devices.Device;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.service.telemetry.TelemetryWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Upload of records by units in AutoPi's form: an array of records, with the unit's own secret. */
public final class UploadRoutes implements Routes {
    static final int MOST_BYTES = 8 << 20;
    private static final long UPLOADED_BYTES = 64 << 20;
    private static final Duration MOST_WAIT = Duration.ofSeconds(30);

    private final UnitAuthenticator units;
    private final TelemetryWriter writer;

    private final BodyMemory memory = new BodyMemory(UPLOADED_BYTES);

    /** One upload is parsed at a time, whose tree may take 200 MB, and waits for the writer, whose queue bounds the others. */
    private final Semaphore parsing = new Semaphore(1);

    public UploadRoutes(UnitAuthenticator units, TelemetryWriter writer) {
        this.units = units;
        this.writer = writer;
    }

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.post("/logbook/storage/", this::upload);
    }

    private void upload(Context request) {
        Device device = units.unit(request).device();
        try {
            stored(device, request).toCompletableFuture().get(MOST_WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException | IOException e) {
            throw Problem.later(
                    ProblemCode.NOT_AVAILABLE,
                    "the records could not be stored; send them again",
                    Duration.ofSeconds(5));
        }
        request.json(Map.of());
    }

    private CompletionStage<Void> stored(Device device, Context request)
            throws InterruptedException, TimeoutException, IOException {
        try (BodyMemory.Body body = memory.body(device.account())) {
            RequestBody.copy(request, MOST_BYTES, body);
            if (!parsing.tryAcquire(MOST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new TimeoutException();
            }
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                body.writeTo(bytes);
                JsonNode rows = RequestBody.records(bytes.toByteArray());
                if (!rows.isArray()) {
                    throw Problem.of(ProblemCode.INVALID_BODY, "the body is an array of records");
                }
                return writer.writePosted(device.number(), rows);
            } finally {
                parsing.release();
            }
        }
    }
}
