package io.outrider.service.http;

import io.javalin.http.Context;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.devices.Device;
import io.outrider.service.devices.Devices;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.util.List;

/** Authentication of units by the headers {@code unit-id} and {@code Authorization: token SECRET}. */
public record UnitAuthenticator(Devices devices) {
    /** Device, and the hash of the secret that the request had. */
    record AuthenticatedUnit(Device device, String secretHash) {}

    /** @throws Problem unless the secret is the unit's */
    AuthenticatedUnit unit(Context request) {
        String unit = request.header("unit-id");
        Authenticator.Credentials sent = Authenticator.credentials(request);
        if (unit == null || !List.of("token", "bearer").contains(sent.scheme())) {
            throw Problem.of(
                    ProblemCode.NOT_AUTHENTICATED, "send the headers 'unit-id' and 'Authorization: token SECRET'");
        }
        String hash = MasterKey.hash(sent.token());
        if (!devices.secretHash(unit).map(each -> MasterKey.equal(each, hash)).orElse(false)) {
            throw Problem.of(ProblemCode.NOT_AUTHENTICATED, "the secret is not that of this unit; enrol it again");
        }
        Device device = devices.ofUnit(unit).orElseThrow(() -> Problem.notFound("unit"));
        request.attribute(ClientThreads.OWNER, "units of " + device.account());
        return new AuthenticatedUnit(device, hash);
    }
}
