package io.outrider.agent.builtin.doctor;

import io.outrider.agent.fleet.mqtt.BrokerProbe;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.runtime.settings.AuthoritiesFile;
import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Checks of the link: connected or at least reachable, and the dates of all certificates of its TLS. */
final class LinkCheck {
    private static final String NAME = "link";
    private static final String AUTHORITIES = "authorities";
    private static final String NEWER_FILE = "Name a newer file in [link] ca.";
    private static final Duration LIMIT = Duration.ofSeconds(4);

    /** Days left from which a certificate has to be renewed; usual renewals come earlier. */
    private static final long SOON = 21;

    private LinkCheck() {}

    /** @param link health of the link; without facts where no daemon runs */
    static List<Check> of(Supplier<LinkSettings> settings, Supplier<Health> link, Clock clock) {
        return List.of(
                Check.of(NAME, () -> broker(settings.get(), link.get(), clock.instant())),
                Check.of("unit certificate", () -> own(settings.get(), clock.instant())));
    }

    private static List<CheckReport> broker(LinkSettings settings, Health link, Instant now) {
        if (settings.url() == null) {
            return List.of(CheckReport.look(
                    NAME, "no [link] url is set: no fleet reaches this unit", "Set url in [link] to the broker."));
        }
        BrokerProbe probe = BrokerProbe.of(settings, LIMIT);
        List<CheckReport> reports = new ArrayList<>();
        reports.add(link(probe, link));
        dates("broker certificate", probe.chain(), now, "Whoever runs the broker has to renew it.")
                .ifPresent(reports::add);
        authorities(settings, probe.authority(), now).ifPresent(reports::add);
        return reports;
    }

    private static CheckReport link(BrokerProbe probe, Health link) {
        if ("connected".equals(link.facts().get("state"))) {
            String text = link.facts().get("broker") + ", connected for "
                    + link.facts().get("connected_seconds") + " s";
            if (probe.failure().isEmpty()) {
                return CheckReport.ok(NAME, text);
            }
            String failing = text + "; a new connection fails: " + probe.failure();
            return probe.refused()
                    ? CheckReport.bad(NAME, failing, "Do that before this connection ends.")
                    : CheckReport.look(NAME, failing, "Run outrider doctor again.");
        }
        if (!probe.failure().isEmpty()) {
            return CheckReport.bad(NAME, probe.failure(), "");
        }
        if (!link.problems().isEmpty()) {
            return CheckReport.bad(NAME, String.join("; ", link.problems()), "");
        }
        return link.facts().isEmpty()
                ? CheckReport.ok(NAME, "the broker can be reached")
                : CheckReport.look(NAME, "not connected yet; the broker can be reached", "Wait a minute.");
    }

    /** Report on the authority in use; of others only that they have ended, as a file may hold an old one and its successor. */
    private static Optional<CheckReport> authorities(
            LinkSettings settings, Optional<X509Certificate> used, Instant now) {
        List<X509Certificate> all = settings.ca() == null ? List.of() : authorities(Path.of(settings.ca()));
        long ended = all.stream()
                .filter(each -> !now.isBefore(each.getNotAfter().toInstant()))
                .count();
        Optional<CheckReport> report = used.filter(all::contains)
                .or(() -> all.stream().max(Comparator.comparing(X509Certificate::getNotAfter)))
                .map(each -> judge(AUTHORITIES, each, now, NEWER_FILE));
        if (used.isPresent() || ended == 0 || ended == all.size()) {
            return report;
        }
        return Optional.of(CheckReport.look(
                AUTHORITIES,
                ended + " of " + all.size() + " in " + settings.ca()
                        + " have ended, and which one the broker needs is not known",
                NEWER_FILE));
    }

    /** Empty if the file cannot be used: the link says so. */
    private static List<X509Certificate> authorities(Path file) {
        try {
            return ofX509(AuthoritiesFile.certificates(file, AuthoritiesFile.read(file)));
        } catch (Failure e) {
            return List.of();
        }
    }

    private static List<CheckReport> own(LinkSettings settings, Instant now) throws Failure {
        if (settings.certificate() == null) {
            return List.of();
        }
        Path file = Path.of(settings.certificate());
        List<X509Certificate> chain = ofX509(AuthoritiesFile.certificates(file, AuthoritiesFile.read(file)));
        return dates("unit certificate", chain, now, "Renew [link] certificate and key.").stream()
                .toList();
    }

    private static List<X509Certificate> ofX509(Collection<? extends Certificate> all) {
        return all.stream()
                .filter(X509Certificate.class::isInstance)
                .map(X509Certificate.class::cast)
                .toList();
    }

    /** Report on the certificate that ends first; empty if there is none. */
    private static Optional<CheckReport> dates(String name, List<X509Certificate> chain, Instant now, String remedy) {
        return chain.stream()
                .min(Comparator.comparing(X509Certificate::getNotAfter))
                .map(each -> judge(name, each, now, remedy));
    }

    private static CheckReport judge(String name, X509Certificate each, Instant now, String remedy) {
        return judge(name, each.getNotBefore().toInstant(), each.getNotAfter().toInstant(), now, remedy);
    }

    static CheckReport judge(String name, Instant begin, Instant end, Instant now, String remedy) {
        if (now.isBefore(begin)) {
            return CheckReport.bad(name, "not valid before " + day(begin), "Check the clock; if it is right, wait.");
        }
        if (!now.isBefore(end)) {
            return CheckReport.bad(name, "ended on " + day(end), remedy);
        }
        long days = Duration.between(now, end).toDays();
        String text = "valid until " + day(end) + ", " + days + (days == 1 ? " day" : " days");
        return days < SOON ? CheckReport.look(name, text, remedy) : CheckReport.ok(name, text);
    }

    private static String day(Instant at) {
        return at.truncatedTo(ChronoUnit.DAYS).toString().substring(0, 10);
    }
}
