package io.outrider.bench.measure.service;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Database of a service as a bare program has it: one connection, statements by hand. One thread. */
final class BareDatabase implements AutoCloseable {
    private static final int ROWS_A_TRANSACTION = 10_000;

    private final boolean sqlite;
    private final Connection connection;

    /** Row of the table {@code telemetry}. */
    record Row(long device, int type, long at, long run, long sequence, long uploaded, String json) {}

    BareDatabase(String jdbcUrl) throws SQLException {
        sqlite = jdbcUrl.startsWith("jdbc:sqlite:");
        connection = DriverManager.getConnection(jdbcUrl);
        if (sqlite) { // settings as the service has them
            try (Statement statement = connection.createStatement()) {
                statement.execute("pragma journal_mode = wal");
                statement.execute("pragma synchronous = full");
                statement.execute("pragma busy_timeout = 20000");
                statement.execute("pragma cache_size = -32000");
                statement.execute("pragma mmap_size = 1073741824");
            }
        } else {
            execute("SET jit = off; SET max_parallel_workers_per_gather = 0");
        }
    }

    boolean sqlite() {
        return sqlite;
    }

    Connection connection() {
        return connection;
    }

    long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    List<Row> rows(String where) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT device, type, at, run, sequence, uploaded, record"
                        + " FROM telemetry WHERE " + where + " ORDER BY run, sequence")) {
            while (row.next()) {
                rows.add(new Row(
                        row.getLong(1),
                        row.getInt(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getString(7)));
            }
        }
        return rows;
    }

    /** Empty table like {@code telemetry}. */
    void createLike(String table) throws SQLException {
        execute("DROP TABLE IF EXISTS " + table);
        if (sqlite) {
            execute("CREATE TABLE " + table + " (device INTEGER NOT NULL, type INTEGER NOT NULL, at INTEGER NOT NULL,"
                    + " run INTEGER NOT NULL, sequence INTEGER NOT NULL, uploaded INTEGER NOT NULL, record TEXT NOT NULL,"
                    + " PRIMARY KEY (device, type, at, run, sequence)) WITHOUT ROWID");
        } else {
            execute("CREATE TABLE " + table + " (LIKE telemetry INCLUDING ALL)");
        }
    }

    /** Writes rows as fast as the database takes them: COPY, or batched inserts. */
    void write(String table, List<Row> rows) throws Exception {
        connection.setAutoCommit(false);
        for (int from = 0; from < rows.size(); from += ROWS_A_TRANSACTION) {
            List<Row> some = rows.subList(from, Math.min(rows.size(), from + ROWS_A_TRANSACTION));
            if (sqlite) {
                insert(table, some);
            } else {
                copy(table, some);
            }
            connection.commit();
        }
        connection.setAutoCommit(true);
    }

    private void insert(String table, List<Row> rows) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?, ?, ?, ?, ?)")) {
            for (Row row : rows) {
                insert.setLong(1, row.device());
                insert.setInt(2, row.type());
                insert.setLong(3, row.at());
                insert.setLong(4, row.run());
                insert.setLong(5, row.sequence());
                insert.setLong(6, row.uploaded());
                insert.setString(7, row.json());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void copy(String table, List<Row> rows) throws SQLException, IOException {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            text.append(row.device()).append('\t').append(row.type()).append('\t');
            text.append(row.at()).append('\t').append(row.run()).append('\t');
            text.append(row.sequence()).append('\t').append(row.uploaded()).append('\t');
            text.append(row.json().replace("\\", "\\\\")).append('\n');
        }
        connection
                .unwrap(org.postgresql.PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + table + " FROM STDIN", new StringReader(text.toString()));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
