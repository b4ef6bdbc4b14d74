package io.outrider.agent.fleet.desired;

import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Part {@code loggers} of the desired document. A list that does not change is not applied again. */
public final class DesiredLoggers implements DesiredPart {
    private static final Logger LOG = LoggerFactory.getLogger(DesiredLoggers.class);
    private static final String MEMBER = "loggers";
    private static final int MOST_LOGGERS = 1_000;

    public record Outcome(int applied, List<Refused> refused) {
        public Outcome {
            refused = List.copyOf(refused);
        }
    }

    /** Refused logger by its index in the document, from 0; the name is empty if absent. */
    public record Refused(int index, String name, String why) {}

    private final Function<List<?>, Outcome> target;
    private List<?> current = List.of();
    private Outcome outcome = new Outcome(0, List.of());

    /** @param target replaces the loggers of the last document; the list may have values that are no objects */
    public DesiredLoggers(Function<List<?>, Outcome> target) {
        this.target = target;
    }

    @Override
    public Set<String> members() {
        return Set.of(MEMBER);
    }

    @Override
    public void validate(Map<String, ?> members) throws Failure {
        int size = list(members).size();
        if (size > MOST_LOGGERS) {
            throw DesiredDocument.bad("has " + size + " loggers; " + MOST_LOGGERS + " at most");
        }
    }

    @Override
    public void apply(Map<String, ?> members) {
        List<?> next = list(members);
        if (!next.equals(current)) {
            outcome = target.apply(next);
            current = next;
            LOG.info(
                    "{} of the {} loggers of the desired document refused",
                    outcome.refused().size(),
                    next.size());
        }
    }

    private static List<?> list(Map<String, ?> members) {
        return members.get(MEMBER) instanceof List<?> list ? list : List.of();
    }

    @Override
    public Map<String, Object> report() {
        return Map.of(MEMBER, outcome);
    }
}
