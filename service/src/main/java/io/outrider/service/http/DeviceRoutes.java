package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.AccountLimit;
import io.outrider.service.accounts.Identity;
import io.outrider.service.database.Times;
import io.outrider.service.devices.Device;
import io.outrider.service.devices.Devices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;

/** Devices of the caller's account. */
public record DeviceRoutes(Devices devices, Authenticator authenticator, OpenApiDocument document, BodyMemory memory)
        implements Routes {
    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.get("/dongle/devices/", authenticator.identified(this::list));
        routes.post("/dongle/devices/", authenticator.identified(this::create));
        routes.get("/dongle/devices/{device}/", authenticator.identified(this::show));
        routes.patch("/dongle/devices/{device}/", authenticator.identified(this::update));
        routes.delete("/dongle/devices/{device}/", authenticator.identified(this::delete));
    }

    private void list(Context request, Identity caller) throws IOException {
        memory.answerArray(
                request,
                caller.account(),
                to -> devices.ofAccount(
                        caller.account(),
                        each -> to.accept(json(each, false).toString().getBytes(StandardCharsets.UTF_8))));
    }

    private void create(Context request, Identity caller) throws IOException {
        JsonNode body = RequestBody.checked(request, document, "NewDevice");
        String unit = body.get("unit_id").textValue();
        String name = body.path("name").textValue();
        boolean containers = body.path("containers").asBoolean(false);
        request.status(201);
        answer(request, caller, account -> devices.create(account, unit, name, containers));
    }

    private void show(Context request, Identity caller) throws IOException {
        answer(request, caller, account -> devices.get(account, request.pathParam("device")));
    }

    private void answer(Context request, Identity caller, LongFunction<Device> action) throws IOException {
        memory.answer(request, caller.account(), () -> json(action.apply(caller.account()), true));
    }

    private void update(Context request, Identity caller) throws IOException {
        JsonNode body = RequestBody.checked(request, document, "DeviceChange");
        String settings = body.has("settings") ? body.get("settings").toString() : null;
        if (settings != null) {
            AccountLimit.checkLength("settings", settings, AccountLimit.MOST_CHARACTERS);
            AccountLimit.checkLevels("settings", body.get("settings"), AccountLimit.MOST_LEVELS);
        }
        Boolean containers = body.has("containers") ? body.get("containers").booleanValue() : null;
        answer(request, caller, account -> {
            String id = request.pathParam("device");
            devices.update(account, id, body.path("name").textValue(), containers, settings);
            return devices.get(account, id);
        });
    }

    private void delete(Context request, Identity caller) {
        devices.delete(caller.account(), request.pathParam("device"));
        request.status(204);
    }

    /** @param whole whether settings and report are in it */
    static ObjectNode json(Device device, boolean whole) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", device.id()).put("unit_id", device.unitId()).put("name", device.name());
        json.put("containers", device.containers()).put("created", Times.text(device.created()));
        json.put("online", device.online()).put("presence_since", Times.textOrNull(device.presenceSince()));
        json.put("agent", device.agent()).put("reported_at", Times.textOrNull(device.reportedAt()));
        if (whole) {
            json.putRawValue("settings", new RawValue(device.settings()));
            // as the unit sent it: as a tree it may take a hundred times its bytes
            json.putRawValue("reported", device.reported() == null ? null : new RawValue(device.reported()));
        }
        return json;
    }
}
