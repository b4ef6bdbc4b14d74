package io.outrider.service.http;

import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.Identity;
import io.outrider.service.commands.JobViews;
import io.outrider.service.devices.Device;
import io.outrider.service.devices.Devices;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.telemetry.UploadReader;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.util.HashMap;

/** Live events of a device, and of a release's progress over the fleet. */
public record EventRoutes(
        Devices devices,
        UploadReader reader,
        JobViews views,
        ProjectReleases releases,
        Authenticator authenticator,
        EventStreams streams,
        Clock clock)
        implements Routes {
    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.get("/dongle/devices/{device}/events/", authenticator.identified(this::device));
        routes.get(ReleaseRoutes.RELEASE + "events/", authenticator.withContainers(this::release));
    }

    private void release(Context request, Identity caller) {
        long project = ReleaseRoutes.project(request);
        long id = ReleaseRoutes.release(request);
        streams.start(request, caller, new ReleaseEventFeed(releases, caller.account(), project, id, new HashMap<>()));
    }

    private void device(Context request, Identity caller) {
        Device device = devices.get(caller.account(), request.pathParam("device"));
        streams.start(
                request,
                caller,
                new DeviceEventFeed(
                        device, devices, reader, views, request.header("Last-Event-ID"), Micros.of(clock.instant())));
    }
}
