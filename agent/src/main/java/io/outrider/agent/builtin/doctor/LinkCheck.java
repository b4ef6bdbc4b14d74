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
    private static final Duration LIMIT = Duration.ofSeconds(4);

    /** Days left from which a certificate has to be renewed; usual renewals come earlier. */
    private static final long SOON = 21;

    private LinkCheck() {}

    /** @param link health of the link; without facts where no daemon runs */
    static List<Check> of(Supplier<LinkSettings> settings, Supplier<Health> link, Clock clock) {
        return List.of(
                Check.of(NAME, () -> broker(settings.get(), link.get(), clock.instant())),
                Check.of("certificates", () -> files(settings.get(), clock.instant())));
    }

    private static List<CheckReport> broker(LinkSettings settings, Health link, Instant now) {
        if (settings.url() == null) {
            return List.of(CheckReport.look(
                    NAME, "no [link] url is set: no fleet reaches this unit", "Set url in [link] to the broker."));
        }
        boolean isConnected = "connected".equals(link.facts().get("state"));
        List<CheckReport> reports = new ArrayList<>();
        BrokerProbe probe = BrokerProbe.of(settings, LIMIT);
        if (isConnected) {
            reports.add(CheckReport.ok(
                    NAME,
                    link.facts().get("broker") + ", connected for "
                            + link.facts().get("connected_seconds") + " s"));
        } else if (!probe.failure().isEmpty()) {
            reports.add(CheckReport.bad(NAME, probe.failure(), ""));
        } else if (link.problems().isEmpty()) {
            reports.add(
                    link.facts().isEmpty()
                            ? CheckReport.ok(NAME, "the broker can be reached")
                            : CheckReport.look(NAME, "not connected yet; the broker can be reached", "Wait a minute."));
        } else {
            reports.add(CheckReport.bad(NAME, String.join("; ", link.problems()), ""));
        }
        dates("broker certificate", probe.chain(), now, "Whoever runs the broker has to renew it.")
                .ifPresent(reports::add);
        return reports;
    }

    private static List<CheckReport> files(LinkSettings settings, Instant now) throws Failure {
        List<CheckReport> reports = new ArrayList<>();
        file("authorities", settings.ca(), now, "Name a newer file in [link] ca.")
                .ifPresent(reports::add);
        file("unit certificate", settings.certificate(), now, "Renew [link] certificate and key.")
                .ifPresent(reports::add);
        return reports;
    }

    private static Optional<CheckReport> file(String name, String file, Instant now, String remedy) throws Failure {
        if (file == null) {
            return Optional.empty();
        }
        Path path = Path.of(file);
        return dates(name, AuthoritiesFile.certificates(path, AuthoritiesFile.read(path)), now, remedy);
    }

    /** Report on the certificate that ends first; empty if there is none. */
    static Optional<CheckReport> dates(
            String name, Collection<? extends Certificate> chain, Instant now, String remedy) {
        return chain.stream()
                .filter(X509Certificate.class::isInstance)
                .map(X509Certificate.class::cast)
                .min(Comparator.comparing(X509Certificate::getNotAfter))
                .map(each -> judge(
                        name,
                        each.getNotBefore().toInstant(),
                        each.getNotAfter().toInstant(),
                        now,
                        remedy));
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
