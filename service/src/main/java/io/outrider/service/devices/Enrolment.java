package io.outrider.service.devices;

import io.outrider.service.accounts.AccountLimit;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.Database;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Enrolment of units by codes that count once and expire. Any thread. */
public record Enrolment(Database database, Devices devices, MasterKey key, Clock clock) {
    private static final int MOST_CODES = 10_000;

    /** Device with the new secret of its unit. */
    public record Enrolled(Device device, String secret) {}

    private record Code(long account, String unitId, String name) {}

    /**
     * Makes a code.
     *
     * @param unitId id that the unit gets; null leaves it to the unit
     * @param name of the device; null for the unit's id
     * @return the code, which is not kept
     */
    public String createCode(long account, String unitId, String name, Duration valid) {
        if (unitId != null) {
            Devices.checkUnitId(unitId);
        }
        // a command line takes what begins with a dash for an option
        String code = Stream.generate(key::newToken)
                .dropWhile(each -> each.startsWith("-"))
                .findFirst()
                .orElseThrow();
        long now = Micros.of(clock.instant());
        long expires = now + Micros.SECOND * valid.toSeconds();
        String insert = "INSERT INTO enrolment_code (hash, account, unit_id, name, created, expires)"
                + " VALUES (?, ?, ?, ?, ?, ?)";
        database.write().useTransaction(handle -> {
            handle.execute("DELETE FROM enrolment_code WHERE expires <= ?", now);
            String codes = "SELECT COUNT(*) FROM enrolment_code WHERE account = ?";
            AccountLimit.check(handle, codes, account, MOST_CODES, "enrolment codes");
            handle.execute(insert, MasterKey.hash(code), account, unitId, name, now, expires);
        });
        return code;
    }

    /**
     * Uses a code up: makes the device, or gives the unit of an existing one of the account a new secret.
     *
     * @param unitId that the unit asks for; null if the code names one
     * @throws Problem if the code is unknown, used or expired; it is used up only if all goes well
     */
    public Enrolled enrol(String code, String unitId) {
        return database.write().inTransaction(handle -> {
            Code found = use(handle, code)
                    .orElseThrow(
                            () -> Problem.of(
                                    ProblemCode.FORBIDDEN,
                                    "the code is unknown, used or expired; make a new one with 'outrider-service device code'"));
            String unit = found.unitId() != null ? found.unitId() : unitId;
            if (unit == null) {
                throw Problem.body("unit_id", "'unit_id' is missing; enrol with unit=ID, or a code made with --unit");
            }
            Optional<Device> known = Devices.ofUnit(handle, unit);
            if (known.isPresent() && known.get().account() != found.account()) {
                throw Devices.taken(unit);
            }
            Device device = known.orElseGet(() -> devices.create(handle, found.account(), unit, found.name(), false));
            String secret = key.newToken();
            devices.setSecret(handle, device.number(), MasterKey.hash(secret));
            return new Enrolled(device, secret);
        });
    }

    private Optional<Code> use(Handle handle, String code) {
        String use = "DELETE FROM enrolment_code WHERE hash = ? AND expires > ? RETURNING account, unit_id, name";
        return Database.find(handle, Code.class, use, MasterKey.hash(code), Micros.of(clock.instant()));
    }
}
