package io.outrider.service.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.outrider.service.problem.Problem;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.transaction.SerializableTransactionRunner;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * Connection pools of the database, with its tables made or brought up to date. SQLite has one connection that writes, so that
 * no transaction fails for another one, and several that read; PostgreSQL has one pool. A committed transaction survives a power cut.
 * Any thread.
 */
public final class Database implements AutoCloseable {
    private static final long MAPPED_BYTES = 1L << 30;
    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(20);

    /** Classes of SQLSTATE (ISO/IEC 9075-2, 24.1, and those of PostgreSQL): a transaction was ended; a value cannot be held. */
    private static final String TRANSACTION_ROLLBACK = "40";

    static final String DATA_EXCEPTION = "22";
    public static final String CONSTRAINT_VIOLATION = "23";
    private static final String CONNECTION_EXCEPTION = "08";
    private static final String OPERATOR_INTERVENTION = "57P";
    private static final String INSUFFICIENT_RESOURCES = "53";
    private static final String SYSTEM_ERROR = "58";

    /** SQLITE_IOERR and SQLITE_FULL; PostgreSQL has no such numbers. */
    private static final List<Integer> DISK_OF_SQLITE = List.of(10, 13);

    /** Bytes in front of the first row, and of a row's only value (manual of PostgreSQL, COPY, Binary Format). */
    private static final int COPY_HEAD = 19;

    private static final int COPY_ROW_HEAD = 6;

    private final DatabaseUrl.Kind kind;
    private final HikariDataSource writers;
    private final HikariDataSource readers;
    private final Jdbi writing;
    private final Jdbi reading;
    private final AccountShares changes;

    private Database(DatabaseUrl.Kind kind, HikariDataSource writers, HikariDataSource readers) {
        this.kind = kind;
        this.writers = writers;
        this.readers = readers;
        writing = Jdbi.create(writers);
        // PostgreSQL ends one of two transactions that wait for each other; it is run again
        writing.setTransactionHandler(new SerializableTransactionRunner());
        writing.getConfig(SerializableTransactionRunner.Configuration.class)
                .setSerializationFailureSqlState(TRANSACTION_ROLLBACK);
        reading = Jdbi.create(readers);
        // PostgreSQL has the other connections for everything else
        changes = new AccountShares(readers.getMaximumPoolSize() / 2, 1);
        RowMapperFactory records = (type, config) -> type instanceof Class<?> row && row.isRecord()
                ? Optional.of(ConstructorMapper.of(row))
                : Optional.empty();
        // a failure is logged without the arguments of the statement, which may be secret
        for (Jdbi each : List.of(writing, reading)) {
            each.getConfig(StatementExceptions.class).setMessageRendering(StatementExceptions.MessageRendering.NONE);
            each.registerArgument(new TextArguments());
            each.registerRowMapper(records);
        }
    }

    /**
     * Connects, and brings the tables up to date.
     *
     * @param connections most connections of PostgreSQL, and of readers of SQLite
     */
    public static Database open(DatabaseUrl url, int connections) {
        boolean sqlite = url.kind() == DatabaseUrl.Kind.SQLITE;
        HikariDataSource writer = pool(url, "database-writer", sqlite ? 1 : connections);
        try {
            migrate(url.kind(), writer); // before a reader opens a file without tables
            return new Database(url.kind(), writer, sqlite ? pool(url, "database-reader", connections) : writer);
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private static HikariDataSource pool(DatabaseUrl url, String name, int connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(url.jdbcUrl());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(WAIT_FOR_CONNECTION.toMillis());
        if (url.kind() == DatabaseUrl.Kind.SQLITE) {
            config.addDataSourceProperty("journal_mode", "WAL");
            config.addDataSourceProperty("synchronous", "FULL"); // NORMAL may lose the last commits in a power cut
            config.addDataSourceProperty("foreign_keys", "true");
            config.addDataSourceProperty("busy_timeout", "20000");
            config.addDataSourceProperty("transaction_mode", "IMMEDIATE");
            config.addDataSourceProperty("cache_size", "-32000");
            config.addDataSourceProperty("mmap_size", Long.toString(MAPPED_BYTES)); // one cache of all connections
            config.addDataSourceProperty("jdbc.get_generated_keys", "false"); // looks for INSERT in each statement
            config.setMaxLifetime(0); // an embedded database drops no connection
        } else {
            config.setUsername(url.user());
            config.setPassword(url.password());
            config.addDataSourceProperty("reWriteBatchedInserts", "true");
            // queries take less than to compile them, or to start workers for them
            config.setConnectionInitSql("SET jit = off; SET max_parallel_workers_per_gather = 0");
            config.addDataSourceProperty("ApplicationName", "outrider-service");
            config.addDataSourceProperty("tcpKeepAlive", "true");
            config.addDataSourceProperty("logServerErrorDetail", "false"); // which has values of the row
        }
        return new HikariDataSource(config);
    }

    private static void migrate(DatabaseUrl.Kind kind, HikariDataSource source) {
        boolean sqlite = kind == DatabaseUrl.Kind.SQLITE;
        Flyway.configure()
                .dataSource(source)
                .locations(
                        "classpath:db/migration/common", "classpath:db/migration/" + (sqlite ? "sqlite" : "postgresql"))
                .placeholders(Map.of(
                        "serial",
                                sqlite
                                        ? "INTEGER PRIMARY KEY AUTOINCREMENT"
                                        : "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
                        "bytes", sqlite ? "BLOB" : "BYTEA"))
                .load()
                .migrate();
    }

    /** Statement of a file beside the classes of this program, such as {@code commands/due-callback}, without its comments. */
    public static String statement(String file) {
        return ClasspathSqlLocator.removingComments().getResource("io/outrider/service/" + file + ".sql");
    }

    public DatabaseUrl.Kind kind() {
        return kind;
    }

    /** For transactions that write; with SQLite they run one at a time. */
    public Jdbi write() {
        return writing;
    }

    /** Whether a transaction waits for a connection that writes: with SQLite, for the end of the one that has it. */
    public boolean isWriterAwaited() {
        return writers.getHikariPoolMXBean().getThreadsAwaitingConnection() > 0;
    }

    /**
     * Runs a transaction that may change thousands of rows of an account. Each account has one at a time, for which its others wait,
     * so that other accounts wait for one only.
     *
     * @throws Problem if its turn does not come
     */
    public <T> T change(long account, HandleCallback<T, RuntimeException> transaction) {
        return changes.run(account, () -> writing.inTransaction(transaction));
    }

    /**
     * Runs a transaction that takes what is due. It is asked before whether there is any, which waits for no writer, and costs less.
     *
     * @param query of one row if there is any
     * @return nothing if there is none
     */
    public <T> List<T> takeDue(String query, List<?> arguments, HandleCallback<List<T>, RuntimeException> transaction) {
        boolean any = reading.withHandle(handle -> exists(handle, query, arguments.toArray()));
        return any ? writing.inTransaction(transaction) : List.of();
    }

    /** For queries. */
    public Jdbi read() {
        return reading;
    }

    /** @param type record with a component for each column, or that of one value */
    public <T> List<T> list(Class<T> type, String query, Object... arguments) {
        return reading.withHandle(handle -> list(handle, type, query, arguments));
    }

    /** The same for one row at most. */
    public <T> Optional<T> find(Class<T> type, String query, Object... arguments) {
        return reading.withHandle(handle -> find(handle, type, query, arguments));
    }

    /** Rows within a transaction. */
    public static <T> List<T> list(Handle handle, Class<T> type, String query, Object... arguments) {
        return handle.select(query, arguments).mapTo(type).list();
    }

    /** The same for one row at most. */
    public static <T> Optional<T> find(Handle handle, Class<T> type, String query, Object... arguments) {
        return handle.select(query, arguments).mapTo(type).findOne();
    }

    /** Whether a query has rows. */
    public static boolean exists(Handle handle, String query, Object... arguments) {
        return handle.select(query, arguments).mapToMap().findFirst().isPresent();
    }

    /** Runs queries whose rows come as they are read; PostgreSQL does so in a transaction only. */
    public <X extends Exception> void stream(HandleConsumer<X> queries) throws X {
        if (kind == DatabaseUrl.Kind.POSTGRESQL) {
            reading.useTransaction(queries);
        } else {
            reading.useHandle(queries);
        }
    }

    /** Takes the values of a query of one column, without parameters. Each is in memory while it is taken, of PostgreSQL too. */
    public void forEachValue(Handle handle, String query, Consumer<byte[]> to) {
        if (kind == DatabaseUrl.Kind.SQLITE) {
            handle.createQuery(query).mapTo(byte[].class).forEach(to);
            return;
        }
        String copy = "COPY (" + query + ") TO STDOUT (FORMAT binary)";
        try {
            Connection connection = handle.getConnection();
            CopyOut rows = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(copy);
            try {
                int front = COPY_HEAD + COPY_ROW_HEAD;
                for (byte[] row = rows.readFromCopy(); row != null; row = rows.readFromCopy()) {
                    if (row.length > front) { // else it is the end
                        to.accept(Arrays.copyOfRange(row, front, row.length));
                    }
                    front = COPY_ROW_HEAD;
                }
            } finally {
                if (rows.isActive()) { // its cancellation might hit the next statement
                    readers.evictConnection(connection);
                }
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    /** First cause of a failure; its message is without the statement and its arguments, which may be secret. */
    public static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** True if the disk of the database is full, or fails. */
    public static boolean isOfDisk(Throwable failure) {
        return isOf(failure, INSUFFICIENT_RESOURCES)
                || isOf(failure, SYSTEM_ERROR)
                || cause(failure) instanceof SQLException sql && DISK_OF_SQLITE.contains(sql.getErrorCode());
    }

    /** True if the connection to the database has ended, or the database stops or starts. */
    public static boolean isOfConnection(Throwable failure) {
        return isOf(failure, CONNECTION_EXCEPTION) || isOf(failure, OPERATOR_INTERVENTION);
    }

    /** True if the failure has an SQLSTATE of the class. */
    public static boolean isOf(Throwable failure, String stateClass) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(each -> each instanceof SQLException sql
                        && Objects.requireNonNullElse(sql.getSQLState(), "").startsWith(stateClass));
    }

    @Override
    public void close() {
        readers.close();
        writers.close();
    }
}
