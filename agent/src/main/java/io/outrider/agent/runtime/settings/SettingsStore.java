package io.outrider.agent.runtime.settings;

import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Store of the settings in force: the last valid ones, also across restarts. Any thread. */
public final class SettingsStore implements Supplier<BoundSettings>, Health.Source {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsStore.class);

    private final SettingsFiles files;
    private final SettingsSchema sections;
    private final ReferenceCheck references;
    private final LastGoodSettings lastGood;
    private final Clock clock;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private volatile BoundSettings inForce;
    private volatile String problem = "";

    /**
     * Loads the files; if they are invalid, the last valid copy, which {@link #health()} reports until a reload succeeds.
     *
     * @throws Failure if the files are invalid and there is no copy
     */
    public SettingsStore(
            SettingsFiles files,
            SettingsSchema sections,
            ReferenceCheck references,
            LastGoodSettings lastGood,
            Clock clock)
            throws Failure {
        this.files = files;
        this.sections = sections;
        this.references = references;
        this.lastGood = lastGood;
        this.clock = clock;
        inForce = first();
    }

    /** Skips the check of references: a unit that does not start for a missing password cannot be repaired remotely. */
    private BoundSettings first() throws Failure {
        try {
            return read(references::checkAtStart);
        } catch (Failure e) {
            Optional<BoundSettings> before = lastGood.settings(files, sections);
            BoundSettings instead = before.isPresent() ? before.get() : sections.validate(files.load());
            problem = before.isPresent()
                    ? problem(e) + "; the last known good ones are: correct the files, then run outrider reload"
                    : SettingsProblems.inOneLine(e);
            LOG.error("{}", problem);
            return instead;
        }
    }

    private BoundSettings read(Function<BoundSettings, ReferenceCheck.Findings> check) throws Failure {
        List<SettingsFiles.FileText> texts = files.texts();
        SettingsSchema.Checked checked = sections.check(files.parse(texts), check);
        SettingsProblems.check(checked.problems());
        SettingsWarnings.log(checked.warnings());
        lastGood.keep(files, texts);
        return checked.settings();
    }

    @Override
    public BoundSettings get() {
        return inForce;
    }

    /**
     * Reads the files again and puts them in force if they are valid.
     *
     * @return the changed settings
     * @throws Failure if anything is wrong: nothing changes, and {@link #health()} reports it until a reload succeeds
     */
    public synchronized List<SettingChange> reload() throws Failure {
        try {
            BoundSettings newer = read(references::check);
            List<SettingChange> changes = sections.changes(inForce, newer);
            inForce = newer;
            problem = "";
            done.incrementAndGet();
            LOG.info("new settings are in force: {}", changes.isEmpty() ? "nothing changed" : keys(changes));
            return changes;
        } catch (Failure e) {
            problem = problem(e);
            failed.incrementAndGet();
            LOG.warn("{}", problem);
            throw e;
        }
    }

    /** Changed keys only; config.get has the values. */
    private static String keys(List<SettingChange> changes) {
        return changes.stream().map(each -> each.section() + "." + each.key()).collect(Collectors.joining(", "));
    }

    private String problem(Failure e) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return "the settings of " + now + " are not in force: " + SettingsProblems.inOneLine(e);
    }

    @Override
    public Health health() {
        String now = problem;
        return new Health(
                Map.of(),
                List.of(reloads("done", done.get()), reloads("failed", failed.get())),
                now.isEmpty() ? List.of() : List.of(now));
    }

    private static Metric reloads(String outcome, long count) {
        return new Metric(
                "settings_reloads_total",
                Metric.Kind.COUNTER,
                "Times the settings were read again",
                Map.of("outcome", outcome),
                count);
    }
}
