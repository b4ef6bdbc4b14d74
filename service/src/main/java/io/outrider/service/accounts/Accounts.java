package io.outrider.service.accounts;

import io.outrider.service.database.Database;
import io.outrider.service.problem.Problem;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Accounts, users and API tokens in the database; see {@link Identity}. Any thread. */
public record Accounts(Database database, PasswordHash passwords, SessionTokens sessions, MasterKey key, Clock clock) {
    private static final int SHORTEST_PASSWORD = 10;
    private static final int LONGEST_PASSWORD = 1_000;
    private static final int MOST_TOKENS = 1_000;

    /** Columns of an {@link Identity}, beside the token. */
    private static final String IDENTITY = "SELECT account.id, account.containers FROM account";

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /** API token as it is listed; its value is shown once, when it is made. */
    public record ApiToken(long id, String name, long created, Long expires) {}

    /** Account with its number of users and devices. */
    public record AccountRow(long id, String name, boolean containers, long users, long devices) {}

    private long now() {
        return Micros.of(clock.instant());
    }

    /** @return number of the new account */
    public long createAccount(String name, boolean containers) {
        String insert = "INSERT INTO account (name, containers, created) VALUES (?, ?, ?)";
        return database.write()
                .inTransaction(handle -> AccountLimit.insert(
                        handle, "an account of this name", insert, checkedName(name), containers ? 1 : 0, now()));
    }

    private static String checkedName(String name) {
        if (name == null
                || name.isBlank()
                || name.length() > 200
                || name.chars().anyMatch(Character::isISOControl)) {
            throw Problem.body("name", "a name has 1 to 200 characters, and no control characters");
        }
        return name.strip();
    }

    public List<AccountRow> accounts() {
        return database.list(AccountRow.class, Database.statement("accounts/accounts"));
    }

    /** Switches the add-on; the desired documents of the devices become due. */
    public void setContainers(long account, boolean containers) {
        database.write().useTransaction(handle -> {
            handle.execute("UPDATE account SET containers = ? WHERE id = ?", containers ? 1 : 0, account);
            handle.execute("UPDATE device SET desired_due = ? WHERE account = ?", now(), account);
        });
    }

    /** @return number of the new user */
    public long createUser(long account, String email, String password) {
        String checkedEmail = email == null ? "" : spelt(email);
        if (!checkedEmail.matches("[^@\\p{Cc}\\p{Z}]{1,64}@[^@\\p{Cc}\\p{Z}]{1,190}")) {
            throw Problem.body("email", "'email' is not an e-mail address");
        }
        String hash = passwords.of(checkedPassword(password));
        String insert = "INSERT INTO user_account (account, email, password_hash, created) VALUES (?, ?, ?, ?)";
        return database.write()
                .inTransaction(handle -> AccountLimit.insert(
                        handle, "a user of this address", insert, account, checkedEmail, hash, now()));
    }

    private static String spelt(String email) {
        return email.strip().toLowerCase(Locale.ROOT);
    }

    private static String checkedPassword(String password) {
        if (password == null || password.length() < SHORTEST_PASSWORD || password.length() > LONGEST_PASSWORD) {
            throw Problem.body(
                    "password", "a password has " + SHORTEST_PASSWORD + " to " + LONGEST_PASSWORD + " characters");
        }
        return password;
    }

    /** @return whether there is such a user */
    public boolean setPassword(String email, String password) {
        String hash = passwords.of(checkedPassword(password));
        String update = "UPDATE user_account SET password_hash = ? WHERE email = ?";
        return database.write().withHandle(handle -> handle.execute(update, hash, spelt(email))) > 0;
    }

    /** @return whether there was such a user, whose sessions end */
    public boolean deleteUser(String email) {
        String delete = "DELETE FROM user_account WHERE email = ?";
        return database.write().withHandle(handle -> handle.execute(delete, spelt(email))) > 0;
    }

    /** @return a session token; empty if address or password is wrong, after the same time */
    public Optional<String> login(String email, String password) {
        record User(long id, String passwordHash) {}
        String select = "SELECT id, password_hash FROM user_account WHERE email = ?";
        Optional<User> user = database.find(User.class, select, spelt(email));
        boolean right = password.length() <= LONGEST_PASSWORD
                && passwords.matches(password, user.map(User::passwordHash).orElse(null));
        return right ? user.map(each -> sessions.issue(each.id())) : Optional.empty();
    }

    /**
     * Makes an API token.
     *
     * @param expires null for never
     * @return its value, which is not kept
     */
    public String createToken(long account, String name, Instant expires) {
        if (expires != null && !expires.isAfter(clock.instant())) {
            throw Problem.body("expires", "'expires' has passed");
        }
        if (expires != null && expires.isAfter(LATEST)) {
            throw Problem.body("expires", "'expires' is in the year 9999 at most; omit it for a token without end");
        }
        String token = key.newToken();
        String count = "SELECT COUNT(*) FROM api_token WHERE account = ?";
        String insert = "INSERT INTO api_token (account, name, hash, created, expires) VALUES (?, ?, ?, ?, ?)";
        Long end = expires == null ? null : Long.valueOf(Micros.of(expires));
        String hash = MasterKey.hash(token);
        database.write().useTransaction(handle -> {
            AccountLimit.check(handle, count, account, MOST_TOKENS, "tokens");
            AccountLimit.insert(handle, "a token of this name", insert, account, checkedName(name), hash, now(), end);
        });
        return token;
    }

    public List<ApiToken> tokens(long account) {
        String select = "SELECT id, name, created, expires FROM api_token WHERE account = ? ORDER BY id";
        return database.list(ApiToken.class, select, account);
    }

    /** @return whether there was such a token */
    public boolean deleteToken(long account, long id) {
        String delete = "DELETE FROM api_token WHERE account = ? AND id = ?";
        return database.write().withHandle(handle -> handle.execute(delete, account, id)) > 0;
    }

    /** @return empty for a token that is unknown, withdrawn or expired */
    public Optional<Identity> ofApiToken(String token) {
        String query = IDENTITY + " JOIN api_token ON api_token.account = account.id WHERE api_token.hash = ?"
                + " AND (api_token.expires IS NULL OR api_token.expires > ?)";
        return identity(token, query, MasterKey.hash(token), now());
    }

    /** @return empty for a token that is malformed, forged or expired, and if the user is gone */
    public Optional<Identity> ofSessionToken(String token) {
        String query = IDENTITY + " JOIN user_account ON user_account.account = account.id WHERE user_account.id = ?";
        return sessions.user(token).flatMap(user -> identity(token, query, user));
    }

    private Optional<Identity> identity(String token, String query, Object... arguments) {
        return database.read()
                .withHandle(handle -> handle.select(query, arguments)
                        .map((row, context) -> new Identity(row.getLong("id"), row.getInt("containers") == 1, token))
                        .findOne());
    }
}
