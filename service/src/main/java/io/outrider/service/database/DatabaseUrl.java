package io.outrider.service.database;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Address of a database: {@code sqlite:FILE} or {@code postgresql://USER:PASSWORD@HOST:PORT/NAME?PARAMETERS}.
 *
 * @param user null for SQLite, and where the address has none
 * @param password null where the address has none; never shown
 */
public record DatabaseUrl(Kind kind, String jdbcUrl, String user, String password) {
    /** Engine of a database. */
    public enum Kind {
        SQLITE,
        POSTGRESQL
    }

    public static DatabaseUrl sqlite(Path file) {
        return new DatabaseUrl(Kind.SQLITE, "jdbc:sqlite:" + file.toAbsolutePath(), null, null);
    }

    /** @throws IllegalArgumentException with a sentence for the operator */
    public static DatabaseUrl parse(String text) {
        if (text.startsWith("sqlite:") && text.length() > "sqlite:".length()) {
            return sqlite(Path.of(text.substring("sqlite:".length())));
        }
        if (text.startsWith("postgresql://") || text.startsWith("postgres://")) {
            return postgresql(text);
        }
        throw new IllegalArgumentException("the database is sqlite:FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME");
    }

    private static DatabaseUrl postgresql(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) { // the message of the JDK quotes the password
            throw new IllegalArgumentException(
                    "the address of the database is malformed; special characters of the password are written as %XX");
        }
        if (uri.getHost() == null || uri.getPath() == null || uri.getPath().length() < 2) {
            throw new IllegalArgumentException("the address of the database lacks its host or its name");
        }
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String[] login = uri.getRawUserInfo() == null
                ? new String[0]
                : uri.getRawUserInfo().split(":", 2);
        return new DatabaseUrl(
                Kind.POSTGRESQL,
                "jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query,
                login.length > 0 ? decoded(login[0]) : null,
                login.length > 1 ? decoded(login[1]) : null);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return jdbcUrl.replaceFirst("\\?.*", "");
    }
}
