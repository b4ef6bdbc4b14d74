package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.fleet.enrolment.ServiceRequest;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.api.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Request of a unit to a fleet service to enrol it (docs/service.md, "Units").
 *
 * @param service address with http or https
 * @param authorities PEM file of those that may sign the service's certificate; null for Java's own
 */
record EnrolmentRequest(URI service, String code, String unitId, Path authorities) {
    /** @return what the unit connects with */
    JsonNode send() throws Failure {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("code", code);
        if (unitId != null) {
            body.put("unit_id", unitId);
        }
        String url = service.toString().replaceFirst("/+$", "") + "/enrol/";
        try {
            return new ServiceRequest(url, authorities, Map.of())
                    .post(body, "unit_id", "broker", "username", "password");
        } catch (IOException e) {
            throw new Failure(CommandLineErrors.NOT_ENROLLED, service + " " + e.getMessage(), e);
        }
    }
}
