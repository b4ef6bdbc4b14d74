package io.outrider.service.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.database.Database;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.time.Duration;
import java.util.Locale;
import org.jdbi.v3.core.ConnectionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Responses of failed requests: RFC 9457, with {@code code}, and {@code member} where one is to blame. */
final class ProblemResponses {
    static final String TYPE = "application/problem+json";

    private static final Logger LOG = LoggerFactory.getLogger(ProblemResponses.class);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ProblemResponses() {}

    static void addTo(JavalinDefaultRoutingApi routes) {
        routes.exception(Problem.class, (problem, request) -> respond(request, problem));
        routes.exception(HttpResponseException.class, (e, request) -> respond(request, of(e.getStatus())));
        routes.exception(Exception.class, (e, request) -> {
            if (e.getCause() instanceof Problem problem) { // of an answer that was being written
                respond(request, problem);
            } else if (Database.isOf(
                    e, Database.CONSTRAINT_VIOLATION)) { // of PostgreSQL, whose transactions do not wait
                respond(request, Problem.conflict("it was changed at the same time; try again"));
            } else if (e instanceof ConnectionException || Database.isOfConnection(e)) {
                respondLater(request, "the database is busy, or does not answer; try again", e);
            } else if (Database.isOfDisk(e)) {
                respondLater(request, "the disk of the service is full, or fails; try again when there is room", e);
            } else {
                LOG.error("request {} {} failed", request.method(), request.path(), e);
                respond(request, Problem.of(ProblemCode.INTERNAL_ERROR, "the service failed; its log says why"));
            }
        });
    }

    private static void respondLater(Context request, String detail, Exception e) {
        String cause = Database.cause(e).getMessage();
        LOG.warn("request {} {} failed: {}", request.method(), request.path(), cause);
        respond(request, Problem.later(ProblemCode.NOT_AVAILABLE, detail, Duration.ofSeconds(5)));
    }

    /** Problem of a request that no route has refused. */
    static Problem of(int status) {
        return switch (status) {
            case 404 -> Problem.of(ProblemCode.NOT_FOUND, "there is no such path; /openapi.json lists them");
            case 405 ->
                Problem.of(ProblemCode.METHOD_NOT_ALLOWED, "the path has no such method; /openapi.json lists them");
            case 413 -> Problem.of(ProblemCode.BODY_TOO_LARGE, "the body is too large");
            case 500 -> Problem.of(ProblemCode.INTERNAL_ERROR, "the service failed; its log says why");
            default ->
                Problem.of(
                        ProblemCode.MALFORMED_REQUEST,
                        "the address, a header or the framing of the request is malformed, or too long");
        };
    }

    static void respond(Context request, Problem problem) {
        if (problem.retryAfterSeconds() > 0) {
            request.header("Retry-After", Long.toString(problem.retryAfterSeconds()));
        }
        if (problem.code().status() == 401) {
            request.header("WWW-Authenticate", "APIToken, Bearer");
        }
        request.status(problem.code().status()).result(json(problem)).contentType(TYPE);
    }

    static String json(Problem problem) {
        ObjectNode body = MAPPER.createObjectNode();
        String code = problem.code().name();
        body.put("type", "urn:outrider:problem:" + code.toLowerCase(Locale.ROOT).replace('_', '-'));
        body.put("title", problem.code().title()).put("status", problem.code().status());
        body.put("detail", problem.getMessage()).put("code", code);
        if (problem.member() != null) {
            body.put("member", problem.member());
        }
        return body.toString();
    }
}
