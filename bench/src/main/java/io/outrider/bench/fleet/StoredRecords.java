package io.outrider.bench.fleet;

import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Records in the database of a service, read beside it. */
public final class StoredRecords {
    private final String jdbcUrl;

    /** Sums over all devices. */
    record Count(long records, long identities) {}

    StoredRecords(String jdbcUrl) {
        this.jdbcUrl = jdbcUrl;
    }

    static StoredRecords sqlite(Path file) {
        return new StoredRecords("jdbc:sqlite:" + file);
    }

    /** @param url as the service takes it */
    static StoredRecords postgresql(String url) {
        return new StoredRecords(jdbcUrl(url));
    }

    /** @param url of PostgreSQL, as the service takes it */
    public static String jdbcUrl(String url) {
        URI uri = URI.create(url);
        String[] login = uri.getUserInfo().split(":", 2);
        return "jdbc:postgresql://%s:%d%s?user=%s&password=%s"
                .formatted(uri.getHost(), uri.getPort(), uri.getPath(), login[0], login[1]);
    }

    long records() throws SQLException {
        return number("SELECT COUNT(*) FROM telemetry");
    }

    /** Records, and how many of them differ in their device, run and sequence. */
    Count count() throws SQLException {
        return new Count(
                records(),
                number("SELECT COUNT(*) FROM (SELECT DISTINCT device, run, sequence FROM telemetry) AS identities"));
    }

    private long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
