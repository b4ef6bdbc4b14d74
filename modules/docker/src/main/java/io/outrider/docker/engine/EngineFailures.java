package io.outrider.docker.engine;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.util.List;
import java.util.regex.Pattern;

/** Failures out of the engine's answers: a status, and a text that no specification fixes. */
final class EngineFailures {
    private static final int TEXT_LIMIT = 400;
    private static final Pattern BLANK = Pattern.compile("[\\p{Cntrl}\\s]+");
    private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s\"]+@");

    private record Rule(ErrorCode code, Pattern text) {
        Rule(ErrorCode code, String text) {
            this(code, Pattern.compile(text, Pattern.CASE_INSENSITIVE));
        }
    }

    // the first that matches
    private static final Rule DISK = new Rule(DockerErrors.ENGINE_DISK, "no space left on device|disk quota exceeded");
    private static final List<Rule> ENGINE = List.of(
            DISK,
            new Rule(DockerErrors.PORT_IN_USE, "port is already allocated|address already in use"),
            new Rule(DockerErrors.NAME_IN_USE, "name .*is already in use|name is in use"),
            new Rule(DockerErrors.NO_SUCH_IMAGE, "no such image"),
            new Rule(DockerErrors.NO_SUCH_CONTAINER, "no such (container|volume)"),
            new Rule(
                    DockerErrors.ENGINE_REFUSED,
                    "cannot unmarshal|\\binvalid\\b|executable file not found|no such file"));
    private static final List<Rule> REGISTRY = List.of(
            DISK,
            new Rule(DockerErrors.IMAGE_PLATFORM, "no matching manifest|not match the specified platform"),
            new Rule(
                    DockerErrors.IMAGE_NOT_FOUND,
                    "manifest unknown|manifest for .* not found|name unknown|invalid reference format|not found: "),
            new Rule(DockerErrors.REGISTRY_BUSY, "too ?many ?requests|\\b429\\b"),
            new Rule(
                    DockerErrors.REGISTRY_LOGIN,
                    "unauthorized|denied|authentication required|no basic auth|\\b40[13]\\b"),
            new Rule(
                    DockerErrors.REGISTRY_UNREACHABLE,
                    "connection refused|time(d )?out|deadline exceeded|no such host|unreachable|no route|name resolution"
                            + "|connection reset|\\bEOF\\b|broken pipe|server misbehaving|x509|tls: |HTTP response to HTTPS"),
            new Rule(DockerErrors.REGISTRY_BUSY, "status(?: code)?:? ?5\\d\\d|internal server error|unknown error"));

    private EngineFailures() {}

    static Failure answered(EngineRequest request, int status, String text) {
        String path = request.path();
        if (path.startsWith("/images/create") || path.equals("/auth")) {
            return registry(
                    path.equals("/auth") ? DockerErrors.REGISTRY_LOGIN : DockerErrors.PULL_FAILED,
                    request.subject(),
                    text);
        }
        ErrorCode fallback = status < 500 ? DockerErrors.ENGINE_REFUSED : DockerErrors.ENGINE_FAILED;
        return of(first(ENGINE, text, fallback), request.subject() + ": " + text, null);
    }

    /** @param fallback if the text has no other meaning */
    static Failure registry(ErrorCode fallback, String subject, String text) {
        return of(first(REGISTRY, text, fallback), subject + ": " + text, null);
    }

    private static ErrorCode first(List<Rule> rules, String text, ErrorCode fallback) {
        for (Rule rule : rules) {
            if (rule.text.matcher(text).find()) {
                return rule.code;
            }
        }
        return fallback;
    }

    /** Failure with a sentence of the cause, as one line, and the remedy of the code. */
    static Failure of(ErrorCode code, String cause, Throwable thrown) {
        String line = USER_INFO
                .matcher(BLANK.matcher(cause).replaceAll(" "))
                .replaceAll("//")
                .strip();
        String remedy = code.action().replaceFirst("\\.$", "");
        return new Failure(
                code,
                (line.length() > TEXT_LIMIT ? line.substring(0, TEXT_LIMIT) + "…" : line) + "; "
                        + Character.toLowerCase(remedy.charAt(0)) + remedy.substring(1),
                thrown);
    }

    static Failure absent(String cause, Throwable thrown) {
        return of(DockerErrors.ENGINE_ABSENT, cause, thrown);
    }
}
