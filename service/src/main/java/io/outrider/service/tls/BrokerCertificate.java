package io.outrider.service.tls;

import io.outrider.service.tls.CertificateAuthority.CertifiedKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Key store file with the certificate of the embedded broker, of the service's own authority. It is made anew at each start, at two
 * thirds of its certificate's life, and where the clock shows another time than it was made for; the broker reads it again when it changes.
 */
public final class BrokerCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerCertificate.class);

    private static final Duration LIFE = Duration.ofDays(397);

    private final CertificateAuthority authority;
    private final List<String> hosts;
    private final Path file;
    private final String password;
    private final Clock clock;
    private volatile X509Certificate present;

    /** @param password of the file, which holds for this run */
    public BrokerCertificate(
            CertificateAuthority authority, List<String> hosts, Path file, String password, Clock clock)
            throws IOException {
        this.authority = authority;
        this.hosts = List.copyOf(hosts);
        this.file = file;
        this.password = password;
        this.clock = clock;
        write();
        Files.writeString(authorityFile(), authority.pem());
    }

    /** PEM file of the authority, whose certificates of clients the broker takes. */
    public Path authorityFile() {
        return file.resolveSibling("authority.pem");
    }

    public Path file() {
        return file;
    }

    public String password() {
        return password;
    }

    /** Makes it anew if two thirds of its life are over, or the clock was wrong when it was made. */
    public void renewIfDue() {
        Instant begin = present.getNotBefore().toInstant();
        Duration life = Duration.between(begin, present.getNotAfter().toInstant());
        Duration age = Duration.between(begin, clock.instant());
        if (!age.isNegative() && age.compareTo(life.multipliedBy(2).dividedBy(3)) < 0) {
            return;
        }
        try {
            write();
        } catch (IOException | RuntimeException e) { // the next check tries again
            LOG.warn("the certificate of the broker could not be renewed: {}", e.getMessage());
        }
    }

    private void write() throws IOException {
        CertifiedKey server = authority.server(hosts, LIFE);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            X509Certificate[] chain = server.chain().toArray(X509Certificate[]::new);
            store.setKeyEntry("broker", server.key(), password.toCharArray(), chain);
            store.store(bytes, password.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(temporary, bytes.toByteArray());
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        present = server.chain().get(0);
    }
}
