package io.outrider.bench.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.service.ServiceClient;
import io.outrider.bench.service.ServiceProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Units that have enrolled by codes, over HTTP as any unit does. */
public final class FleetEnrolment {
    private static final int AT_ONCE = 4;

    /** Enrolled unit. */
    public record Login(String unitId, String device, String password) {}

    private FleetEnrolment() {}

    public static List<Login> enrol(ServiceProcess service, int count) throws Exception {
        ServiceClient owner = new ServiceClient(service.url(), service.token());
        ServiceClient unit = new ServiceClient(service.url(), "");
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<Login>> pending = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String unitId = "unit-" + i;
                pending.add(threads.submit(() -> {
                    String code = owner.post("/dongle/enrolment_codes/", "{\"unit_id\": \"" + unitId + "\"}")
                            .get("code")
                            .textValue();
                    JsonNode login = unit.post("/enrol/", "{\"code\": \"" + code + "\"}");
                    return new Login(
                            unitId,
                            login.get("device_id").textValue(),
                            login.get("password").textValue());
                }));
            }
            List<Login> logins = new ArrayList<>();
            for (Future<Login> each : pending) {
                logins.add(each.get());
            }
            return logins;
        } finally {
            threads.shutdownNow();
        }
    }
}
