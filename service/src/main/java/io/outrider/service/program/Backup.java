package io.outrider.service.program;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.commons.io.FileUtils;

/**
 * Backup of the embedded database and the key files in one zip file. It may be made while the service runs. Messages that wait in
 * the embedded broker are not in it: units send what was not acknowledged again, and the desired documents are published anew.
 */
final class Backup {
    private static final String DATABASE = "service.db";

    /** File of the data folder that belongs to the database. */
    private static final String KEY = "service.key";

    /** Revisions of desired documents grow by this at a restore, so that units take those that follow. */
    private static final long REVISIONS = 1_000_000;

    private Backup() {}

    static void write(ServiceSettings settings, Path target, boolean force) throws IOException {
        refusePostgresql(settings);
        if (Files.notExists(settings.data().resolve(KEY))) { // else an empty database would be made
            throw new InvalidServiceSettingsException("there is no service to back up in " + settings.data());
        }
        if (Files.isDirectory(target) || !force && Files.exists(target)) {
            throw new InvalidServiceSettingsException(
                    target + " exists; take another name, or replace a file with --force");
        }
        Path folder = target.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new InvalidServiceSettingsException(
                    folder + " is no folder in which the user " + System.getProperty("user.name") + " may make files");
        }
        Path copy = Files.createTempDirectory(folder, ".backup");
        Path temporary = copy.resolve("zip");
        try (Database database = Database.open(settings.database().parsed(settings.data()), 2)) {
            database.read()
                    .useHandle(handle -> handle.execute(
                            "VACUUM INTO ?", copy.resolve(DATABASE).toString()));
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(DataFolder.ownFile(temporary)))) {
                add(zip, copy.resolve(DATABASE), DATABASE);
                add(zip, settings.data().resolve(KEY), KEY);
            }
            Files.move(temporary, target, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FileUtils.deleteDirectory(copy.toFile());
        }
    }

    private static void add(ZipOutputStream zip, Path file, String name) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(file, zip);
        zip.closeEntry();
    }

    /** @throws InvalidServiceSettingsException if there is a database already */
    static void restore(ServiceSettings settings, Path from) throws IOException {
        refusePostgresql(settings);
        Path data = settings.data();
        if (settings.database().url() != null) {
            throw new InvalidServiceSettingsException(
                    "database.url",
                    "is not where restore puts the database, but " + data.resolve(DATABASE) + "; remove it");
        }
        // SQLite would write what an older log has over the new file
        Stream.of(DATABASE, DATABASE + "-wal", DATABASE + "-shm", KEY)
                .map(data::resolve)
                .filter(Files::exists)
                .forEach(each -> {
                    throw new InvalidServiceSettingsException(
                            each + " exists; stop the service and move the data folder away first");
                });
        boolean isNew = Files.notExists(data);
        DataFolder.create(data);
        Path unpacked = Files.createTempDirectory(data, ".restore");
        try {
            unpack(from, unpacked);
            try (Database database = Database.open(DatabaseUrl.sqlite(unpacked.resolve(DATABASE)), 2)) {
                if (database.find(String.class, "SELECT name FROM service_key").isEmpty()) {
                    throw new ZipException("its database is of no service");
                }
                MasterKey.ofFile(unpacked.resolve(KEY), new SecureRandom()).check(database);
                String update = "UPDATE device SET desired_revision = desired_revision + ?, desired_due = 0";
                database.write().useHandle(handle -> handle.execute(update, REVISIONS));
            }
            move(unpacked.resolve(KEY), data.resolve(KEY));
            move(unpacked.resolve(DATABASE), data.resolve(DATABASE)); // last: a folder with it is whole
        } catch (RuntimeException | ZipException | EOFException e) {
            throw new InvalidServiceSettingsException(
                    from + " is no backup of this service, or it is damaged: " + ServiceCommand.failure(e));
        } finally {
            FileUtils.deleteDirectory(unpacked.toFile());
            if (Files.notExists(data.resolve(DATABASE))) {
                Files.deleteIfExists(data.resolve(KEY));
                if (isNew) {
                    Files.delete(data);
                }
            }
        }
    }

    private static void unpack(Path from, Path to) throws IOException {
        try (ZipFile whole = new ZipFile(from.toFile()); // fails if the end is missing; the other compares checksums
                ZipInputStream zip = new ZipInputStream(Files.newInputStream(from))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals(DATABASE) || entry.getName().equals(KEY)) {
                    Files.copy(zip, to.resolve(entry.getName()));
                }
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        Files.setOwner(
                DataFolder.ownFile(from), Files.getOwner(to.getParent())); // root may restore what is the service's
        Files.move(from, to);
    }

    private static void refusePostgresql(ServiceSettings settings) {
        if (settings.database().parsed(settings.data()).kind() == DatabaseUrl.Kind.POSTGRESQL) {
            throw new InvalidServiceSettingsException(
                    "the database is PostgreSQL: use pg_dump and pg_restore, and keep a copy of the key files in "
                            + settings.data());
        }
    }
}
