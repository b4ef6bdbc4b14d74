package io.outrider.service.program;

import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;

import io.outrider.service.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** First account of a new database, and what its owner does next. */
final class FirstAccount {
    private static final String NAME = "fleet";
    private static final String WITHOUT_ACCESS = Database.statement("program/account-without-access");

    private FirstAccount() {}

    /**
     * Makes the account if the database has none. One that a command has made before gets no token, but its owner reads how to make it.
     *
     * @param options with which the service was started, for the commands that are printed
     * @return lines for the operator; the token is among them only if a person reads them, else in a file
     */
    static List<String> createIfMissing(FleetService service, String options) throws IOException {
        ServiceCore core = service.core();
        if (!core.accounts().accounts().isEmpty()) {
            return core.database().list(String.class, WITHOUT_ACCESS).stream()
                    .map(name -> "No account has a token or a user yet; a token: outrider-service token add '" + name
                            + "' first" + options)
                    .toList();
        }
        long account = core.accounts().createAccount(NAME, true);
        String token = core.accounts().createToken(account, "first", null);
        boolean person = System.console() != null;
        Path file = core.settings().data().resolve("first-token");
        if (!person) {
            Files.writeString(DataFolder.ownFile(file), token + "\n", TRUNCATE_EXISTING, SYNC);
        }
        String shown = person ? token : "$(cat " + file + ")";
        return List.of(
                "The account '" + NAME + "' was made, with a token"
                        + (person ? ", which is not shown again:" : " in " + file + ":"),
                "",
                "  token=" + shown,
                "  curl -H \"Authorization: APIToken $token\" " + service.url() + "/dongle/devices/",
                "",
                "A code with which a unit enrols:     outrider-service device code " + NAME + " --unit van-12"
                        + options,
                "On that unit:                        sudo outrider enrol " + service.url() + " CODE",
                "The API, to read and to try:         " + service.url() + "/docs/",
                "A user who logs in with a password:  outrider-service user add " + NAME + " you@example.com" + options,
                "");
    }
}
