package io.outrider.service.program;

import io.outrider.service.accounts.Accounts;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.accounts.PasswordHash;
import io.outrider.service.accounts.SessionTokens;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Devices;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;

/** Database with its key, accounts and devices: what the running service and the commands of the operator share. */
record ServiceCore(
        ServiceSettings settings, Clock clock, Database database, MasterKey key, Accounts accounts, Devices devices)
        implements AutoCloseable {
    static ServiceCore open(ServiceSettings settings, Clock clock) throws IOException {
        DataFolder.create(settings.data());
        SecureRandom random = new SecureRandom();
        MasterKey key = MasterKey.ofFile(settings.data().resolve("service.key"), random);
        Database database = database(settings);
        try {
            key.check(database);
            Accounts accounts = new Accounts(
                    database,
                    new PasswordHash(random, PasswordHash.MEMORY_KIB),
                    new SessionTokens(key, settings.http().session(), clock),
                    key,
                    clock);
            return new ServiceCore(settings, clock, database, key, accounts, new Devices(database, clock));
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private static Database database(ServiceSettings settings) {
        DatabaseUrl url = settings.database().parsed(settings.data());
        try {
            if (url.kind() == DatabaseUrl.Kind.SQLITE) { // its other files get the mode of this one
                DataFolder.ownFile(Path.of(url.jdbcUrl().replaceFirst("^jdbc:sqlite:", "")));
            }
            return Database.open(url, settings.database().connections());
        } catch (RuntimeException | IOException e) {
            throw new InvalidServiceSettingsException(
                    "the database " + url + " cannot be used ([database] url): " + ServiceCommand.failure(e));
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
