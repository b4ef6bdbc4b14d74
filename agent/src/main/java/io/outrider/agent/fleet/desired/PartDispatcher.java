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
        } catch (RuntimeException e) {
            LOG.error("part {} of the desired document failed to validate it", part.members(), e);
            throw Failure.fault("the part " + part.members() + " of the desired document", e);
        }
    }

    /** Applies a valid document to all parts, then throws the exception of the first that failed. */
    void apply(DesiredDocument document) {
        RuntimeException first = null;
        for (DesiredPart part : all()) {
            try {
                part.apply(document.of(part));
            } catch (RuntimeException e) { // the other parts still get it
                LOG.debug("part {} of the desired document failed to apply it", part.members(), e);
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Applies a document that is in force already to each part that accepts it; null, or the refusal of the last. */
    Failure applyWhereValid(DesiredDocument document) {
        Failure refusal = null;
        for (DesiredPart part : all()) {
            Failure why = applyIfValid(part, document);
            refusal = why == null ? refusal : why;
        }
        return refusal;
    }

    /** @return why the part refuses the document; null if it has applied it */
    Failure applyIfValid(DesiredPart part, DesiredDocument document) {
        try {
            validate(part, document);
            part.apply(document.of(part));
            return null;
        } catch (Failure e) {
            return e;
        }
    }

    /** Adds the reports of all parts that can be written as JSON; members that are there already stay. */
    void report(Map<String, Object> report) {
        for (DesiredPart part : all()) {
            try {
                Map<String, Object> members = new LinkedHashMap<>(part.report());
                mapper.writeValueAsBytes(members);
                members.forEach(report::putIfAbsent);
            } catch (RuntimeException | JsonProcessingException e) {
                LOG.error("the report of part {} of the desired document is left out", part.members(), e);
            }
        }
    }
}
