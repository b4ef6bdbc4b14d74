package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.Identity;
import io.outrider.service.commands.Commands;
import io.outrider.service.commands.JobViews;
import io.outrider.service.commands.SubmittedCommand;
import io.outrider.service.devices.Device;
import io.outrider.service.devices.Devices;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Commands to devices, their jobs and callback records (specification, 4.2). */
public record CommandRoutes(
        Devices devices,
        Commands commands,
        JobViews views,
        Authenticator authenticator,
        OpenApiDocument document,
        BodyMemory memory)
        implements Routes {
    private static final int DEFAULT_TIMEOUT_SECONDS = 120;
    private static final int DEFAULT_VALIDITY_SECONDS = 3_600;

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.post(
                "/dongle/devices/{device}/execute/",
                authenticator.identified((request, caller) -> submit(request, caller, "Execute")));
        routes.post(
                "/dongle/devices/{device}/execute_raw/",
                authenticator.identified((request, caller) -> submit(request, caller, "ExecuteRaw")));
        routes.get("/dongle/devices/{device}/callback/{jid}/", authenticator.identified(this::callback));
        routes.get("/dongle/devices/{device}/job/{jid}/", authenticator.identified(this::job));
    }

    private Device device(Context request, Identity caller) {
        return devices.get(caller.account(), request.pathParam("device"));
    }

    /** The line of execute and of execute_raw is split by the unit. */
    private void submit(Context request, Identity caller, String schema) {
        Device device = device(request, caller);
        JsonNode body = RequestBody.checked(request, document, schema);
        String jid = commands.submit(
                device,
                new SubmittedCommand(
                        body.get("command").textValue().strip(),
                        body.path("arg").isArray() ? body.get("arg").toString() : "[]",
                        body.path("kwarg").isObject() ? body.get("kwarg").toString() : "{}",
                        Duration.ofSeconds(body.path("expires_in").asLong(DEFAULT_VALIDITY_SECONDS)),
                        body.path("callback_url").textValue(),
                        body.path("callback_timeout").asInt(DEFAULT_TIMEOUT_SECONDS),
                        caller.token()));
        request.json(new TreeMap<>(Map.of("jid", jid, "minions", List.of(device.unitId()))));
    }

    private void callback(Context request, Identity caller) throws IOException {
        memory.answer(
                request, caller.account(), () -> views.callback(device(request, caller), request.pathParam("jid")));
    }

    private void job(Context request, Identity caller) throws IOException {
        memory.answer(request, caller.account(), () -> views.job(device(request, caller), request.pathParam("jid")));
    }
}
