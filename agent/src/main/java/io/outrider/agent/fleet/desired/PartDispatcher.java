package io.outrider.agent.fleet.desired;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dispatcher of the desired document to its parts: those of the agent, then those of modules. Not thread-safe. */
record PartDispatcher(List<DesiredPart> own, DesiredParts modules, ObjectMapper mapper) {
    private static final Logger LOG = LoggerFactory.getLogger(PartDispatcher.class);

    private List<DesiredPart> all() {
        List<DesiredPart> all = new ArrayList<>(own);
        all.addAll(modules.all());
        return all;
    }

    void validate(DesiredDocument document) throws Failure {
        for (DesiredPart part : all()) {
            validate(part, document);
        }
    }

    private static void validate(DesiredPart part, DesiredDocument document) throws Failure {
        try {
            part.validate(document.of(part));
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            throw fault(part, "validate", e);
        }
    }

    /** Applies a valid document to all parts; the faults by the members of the parts that failed. */
    Map<Set<String>, Failure> apply(DesiredDocument document) {
        return failures(part -> apply(part, document));
    }

    /** Applies a document that is in force already to each part that accepts it; the failures of the others. */
    Map<Set<String>, Failure> applyWhereValid(DesiredDocument document) {
        return failures(part -> applyIfValid(part, document));
    }

    /** @return why the part has not applied the document; null if it has */
    Failure applyIfValid(DesiredPart part, DesiredDocument document) {
        try {
            validate(part, document);
            return apply(part, document);
        } catch (Failure e) {
            return e;
        }
    }

    private static Failure apply(DesiredPart part, DesiredDocument document) {
        try {
            part.apply(document.of(part));
            return null;
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            return fault(part, "apply", e);
        }
    }

    private Map<Set<String>, Failure> failures(Function<DesiredPart, Failure> step) {
        Map<Set<String>, Failure> failures = new LinkedHashMap<>();
        for (DesiredPart part : all()) {
            Failure why = step.apply(part);
            if (why != null) {
                failures.put(part.members(), why);
            }
        }
        return failures;
    }

    private static Failure fault(DesiredPart part, String step, Throwable e) {
        LOG.error("part {} of the desired document failed to {} it", part.members(), step, e);
        return Failure.fault("the part " + part.members() + " of the desired document", e);
    }

    /** Adds the reports of all parts that can be written as JSON; members that are there already stay. */
    void report(Map<String, Object> report) {
        for (DesiredPart part : all()) {
            try {
                Map<String, Object> members = new LinkedHashMap<>(part.report());
                mapper.writeValueAsBytes(members);
                members.forEach(report::putIfAbsent);
            } catch (RuntimeException | StackOverflowError | LinkageError | JsonProcessingException e) {
                LOG.error("the report of part {} of the desired document is left out", part.members(), e);
            }
        }
    }
}
