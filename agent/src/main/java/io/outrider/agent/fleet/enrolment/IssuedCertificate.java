package io.outrider.agent.fleet.enrolment;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.runtime.settings.AuthoritiesFile;
import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.Failure;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificate that the {@code issuer} of {@code [link]} has given to the unit. It is in one file of the data folder with its key, so that a
 * power cut leaves both as they were or both new, behind a line that names the enrolment, as another one ends it. It is renewed at two thirds of its life.
 */
public final class IssuedCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(IssuedCertificate.class);

    private final Path file;
    private final Clock clock;
    private volatile X509Certificate refused; // by the broker; null for none

    /** @param data folder of the daemon */
    public IssuedCertificate(Path data, Clock clock) {
        file = data.resolve("link").resolve("certificate.pem");
        this.clock = clock;
    }

    /** Settings with the certificate in the place of the password; as they are while there is none that is valid. */
    public LinkSettings in(LinkSettings settings) {
        return valid(settings).isPresent() ? settings.withCertificate(file.toString()) : settings;
    }

    private Optional<X509Certificate> valid(LinkSettings settings) {
        Instant now = clock.instant();
        return read(settings)
                .filter(each -> !now.isBefore(each.getNotBefore().toInstant())
                        && now.isBefore(each.getNotAfter().toInstant())
                        && !each.equals(refused));
    }

    /** The broker refuses the present certificate: the password takes its place until there is another. */
    public void refuse(LinkSettings settings) {
        refused = read(settings).orElse(null);
    }

    public boolean isDue(LinkSettings settings) {
        return settings.issuer() != null
                && valid(settings)
                        .map(each -> !clock.instant().isBefore(renewal(each)))
                        .orElse(true);
    }

    private static Instant renewal(X509Certificate own) {
        Instant begin = own.getNotBefore().toInstant();
        Duration life = Duration.between(begin, own.getNotAfter().toInstant());
        return begin.plus(life.multipliedBy(2).dividedBy(3));
    }

    /** Gets the first certificate, or the next if it is time; returns whether there is a new one. */
    public boolean renewed(LinkSettings settings) {
        if (!isDue(settings)) {
            return false;
        }
        try {
            Instant end = renew(settings).getNotAfter().toInstant();
            LOG.info("{} has issued a certificate to this unit, valid until {}", settings.issuer(), end);
            return true;
        } catch (IOException | Failure e) {
            LOG.warn("no new certificate for this unit: {} {}; next try in an hour", settings.issuer(), e.getMessage());
            return false;
        }
    }

    /** Certificate of this enrolment; empty if there is none. */
    private Optional<X509Certificate> read(LinkSettings settings) {
        if (settings.issuer() == null || !Files.exists(file)) {
            return Optional.empty();
        }
        try {
            byte[] bytes = SmallFile.read(file);
            String enrolment = enrolment(settings, LinkFiles.digest(Path.of(settings.passwordFile())));
            return new String(bytes, StandardCharsets.US_ASCII).startsWith(enrolment)
                    ? Optional.of(first(bytes))
                    : Optional.empty();
        } catch (IOException | Failure e) { // broken: a new one replaces it
            return Optional.empty();
        }
    }

    private X509Certificate first(byte[] pem) throws Failure {
        return (X509Certificate)
                AuthoritiesFile.certificates(file, pem).iterator().next();
    }

    private static String enrolment(LinkSettings settings, String digest) {
        return settings.user() + " of " + settings.issuer() + ", " + digest + "\n";
    }

    private X509Certificate renew(LinkSettings settings) throws IOException, Failure {
        Path password = Path.of(settings.passwordFile());
        SecretFile.check(password);
        byte[] content = SmallFile.read(password); // once, as the unit may enrol anew while the service answers
        String secret = new String(content, StandardCharsets.UTF_8)
                .replace("\ufeff", "")
                .stripTrailing();
        CertificateRequest request = CertificateRequest.make();
        String chain = new ServiceRequest(
                        settings.issuer(),
                        settings.issuerCa() == null ? null : Path.of(settings.issuerCa()),
                        Map.of("unit-id", settings.user(), "Authorization", "token " + secret))
                .post(Map.of("certificate_request", request.pem()), "certificate")
                .get("certificate")
                .textValue();
        X509Certificate own = first(chain.getBytes(StandardCharsets.US_ASCII));
        if (!own.getPublicKey().equals(request.key().getPublic())) {
            throw new IOException("answers with a certificate of another key");
        }
        String key =
                CertificateRequest.pem("PRIVATE KEY", request.key().getPrivate().getEncoded());
        String enrolment = enrolment(settings, LinkFiles.digest(content));
        AtomicFile.write(file, (enrolment + chain + key).getBytes(StandardCharsets.US_ASCII));
        return own;
    }
}
