package io.outrider.agent.settings;

import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the settings in force: the last ones that were good. Any thread. */
public final class Reload implements Supplier<Settings>, Health.Source {
    private static final Logger LOG = LoggerFactory.getLogger(Reload.class);

    /** Says whether settings may be put in force. */
    @FunctionalInterface
    public interface Validator {
        /** @throws Failure if not, saying why */
        void check(Settings settings) throws Failure;
    }

    private final SettingsFiles files;
    private final Sections sections;
    private final Validator validator;
    private final Clock clock;
    private volatile Settings inForce;
    private volatile String problem = "";

    /**
     * @param first what is in force until the first reload
     * @param validator asked after the sections found nothing wrong
     */
    public Reload(SettingsFiles files, Sections sections, Settings first, Validator validator, Clock clock) {
        this.files = files;
        this.sections = sections;
        this.inForce = first;
        this.validator = validator;
        this.clock = clock;
    }

    @Override
    public Settings get() {
        return inForce;
    }

    /**
     * Reads the files again, and puts what they say in force if all of it is good.
     *
     * @return what changed, for whoever has to do with it
     * @throws Failure if anything is wrong; then nothing changed, and {@link #health()} tells until a reload succeeds
     */
    public synchronized List<Change> reload() throws Failure {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        try {
            Settings newer = files.load();
            sections.validate(newer);
            validator.check(newer);
            List<Change> changes = sections.changes(inForce, newer);
            inForce = newer;
            problem = "";
            LOG.info("new settings are in force: {}", changes.isEmpty() ? "nothing changed" : changes);
            return changes;
        } catch (Failure e) {
            problem = "the settings of " + now + " are not in force: "
                    + e.getMessage().replace("\n", "; ");
            LOG.warn("{}", problem);
            throw e;
        }
    }

    @Override
    public Health health() {
        String now = problem;
        return new Health(Map.of(), List.of(), now.isEmpty() ? List.of() : List.of(now));
    }
}
