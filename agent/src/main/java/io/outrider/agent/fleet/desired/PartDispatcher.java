package io.outrider.agent.fleet.desired;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.agent.runtime.modules.RegisteredPart;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dispatcher of the desired document to its parts: those of the agent, then those of modules. Not thread-safe. */
record PartDispatcher(List<RegisteredPart> own, DesiredParts modules, ObjectMapper mapper) {
    private static final Logger LOG = LoggerFactory.getLogger(PartDispatcher.class);

    private List<RegisteredPart> all() {
        List<RegisteredPart> all = new ArrayList<>(own);
        all.addAll(modules.all());
        return all;
    }

    /**
     * Validates a document with all parts.
     *
     * @return the faults by the members of the parts that have one, which refuses nothing
     * @throws Failure if a part refuses the document
     */
    Map<Set<String>, Failure> validate(DesiredDocument document) throws Failure {
        Map<Set<String>, Failure> faults = new LinkedHashMap<>();
        for (RegisteredPart part : all()) {
            try {
                validate(part, document);
            } catch (Failure e) {
                if (!e.is(CommonErrors.FAULT)) {
                    throw e;
                }
                faults.put(part.members(), e);
            }
        }
        return faults;
    }

    private static void validate(RegisteredPart part, DesiredDocument document) throws Failure {
        try {
            part.part().validate(document.of(part.members()));
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            throw fault(part, "validate", e);
        }
    }

    /**
     * Applies a valid document to all parts without a fault.
     *
     * @param faults of the validation
     * @return these and the faults of the parts that failed, by their members
     */
    Map<Set<String>, Failure> apply(DesiredDocument document, Map<Set<String>, Failure> faults) {
        Map<Set<String>, Failure> failures = new LinkedHashMap<>(faults);
        for (RegisteredPart part : all()) {
            if (!faults.containsKey(part.members())) {
                putFailure(failures, part, apply(part, document));
            }
        }
        return failures;
    }

    /** Applies a document that is in force already to each part that accepts it; the failures of the others. */
    Map<Set<String>, Failure> applyWhereValid(DesiredDocument document) {
        Map<Set<String>, Failure> failures = new LinkedHashMap<>();
        for (RegisteredPart part : all()) {
            putFailure(failures, part, applyIfValid(part, document));
        }
        return failures;
    }

    private static void putFailure(Map<Set<String>, Failure> failures, RegisteredPart part, Failure why) {
        if (why != null) {
            failures.put(part.members(), why);
        }
    }

    /** @return why the part has not applied the document; null if it has */
    Failure applyIfValid(RegisteredPart part, DesiredDocument document) {
        try {
            validate(part, document);
            return apply(part, document);
        } catch (Failure e) {
            return e;
        }
    }

    private static Failure apply(RegisteredPart part, DesiredDocument document) {
        try {
            part.part().apply(document.of(part.members()));
            return null;
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            return fault(part, "apply", e);
        }
    }

    private static Failure fault(RegisteredPart part, String step, Throwable e) {
        LOG.error(
                "part {} of the desired document failed to {} it{}",
                part.members(),
                step,
                part.owner().logSuffix(),
                e);
        return part.owner().failure("the part " + part.members() + " of the desired document", e);
    }

    /** Adds the reports of all parts that can be written as JSON; members that are there already stay. */
    void report(Map<String, Object> report) {
        for (RegisteredPart part : all()) {
            try {
                Map<String, Object> members = new LinkedHashMap<>(part.part().report());
                mapper.writeValueAsBytes(members);
                members.forEach(report::putIfAbsent);
            } catch (RuntimeException
                    | StackOverflowError
                    | AssertionError
                    | LinkageError
                    | JsonProcessingException e) {
                LOG.error(
                        "the report of part {} of the desired document is left out{}",
                        part.members(),
                        part.owner().logSuffix(),
                        e);
            }
        }
    }
}
