package io.outrider.docker.engine;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.util.List;
import java.util.regex.Pattern;

/** Failures out of the engine's answers: a status and a text that no specification fixes. */
final class EngineFailures {
    private static final int TEXT_LIMIT = 400;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\s]+");
    private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s\"]+@");

    private record Rule(ErrorCode code, Pattern text, String remedy) {
        Rule(ErrorCode code, String text, String remedy) {
            this(code, Pattern.compile(text, Pattern.CASE_INSENSITIVE), remedy);
        }
    }

    private static final Rule DISK =
            new Rule(DockerErrors.ENGINE_DISK, "no space left on device|disk quota exceeded", "free space on the disk");

    // the first that matches
    private static final List<Rule> ENGINE = List.of(
            DISK,
            new Rule(
                    DockerErrors.PORT_IN_USE,
                    "port is already allocated|address already in use",
                    "free the port, or take another one"),
            new Rule(
                    DockerErrors.NAME_IN_USE,
                    "name .*is already in use|name is in use",
                    "remove or rename the container that has the name"),
            new Rule(DockerErrors.NO_SUCH_IMAGE, "no such image", "pull it first"),
            new Rule(
                    DockerErrors.NO_SUCH_CONTAINER,
                    "no such (container|volume)",
                    "take a name that `docker.ps all=true` lists"),
            new Rule(
                    DockerErrors.ENGINE_REFUSED,
                    "cannot unmarshal|\\binvalid\\b|executable file not found|no such file or directory",
                    "correct the value that it names"));

    private static final List<Rule> REGISTRY = List.of(
            DISK,
            new Rule(
                    DockerErrors.IMAGE_PLATFORM,
                    "no matching manifest|does not match the specified platform|cannot be used on this platform",
                    "push the image for the processor of this unit"),
            new Rule(
                    DockerErrors.IMAGE_NOT_FOUND,
                    "manifest unknown|manifest for .* not found|name unknown|repository name not known"
                            + "|invalid reference format|not found: ",
                    "push it, or correct image and tag"),
            new Rule(
                    DockerErrors.REGISTRY_BUSY,
                    "toomanyrequests|too many requests|\\b429\\b",
                    "it is asked again later"),
            new Rule(
                    DockerErrors.REGISTRY_LOGIN,
                    "unauthorized|denied|authentication required|no basic auth|incorrect username|\\b40[13]\\b",
                    "correct user name and password of the registry"),
            new Rule(
                    DockerErrors.REGISTRY_UNREACHABLE,
                    "connection refused|timeout|timed out|deadline exceeded|no such host|unreachable|no route"
                            + "|connection reset|\\bEOF\\b|broken pipe|server misbehaving|x509|tls: |certificate"
                            + "|failure in name resolution|context canceled|gave HTTP response to HTTPS",
                    "check the network and the url of the registry"),
            new Rule(
                    DockerErrors.REGISTRY_BUSY,
                    "status(?: code)?:? ?5\\d\\d|internal server error|bad gateway|service unavailable|unknown: unknown error",
                    "it is asked again later"));

    private EngineFailures() {}

    static Failure answered(EngineRequest request, int status, String text) {
        if (request.path().startsWith("/images/create") || request.path().equals("/auth")) {
            boolean pull = request.path().startsWith("/images/");
            return registry(pull ? DockerErrors.PULL_FAILED : DockerErrors.REGISTRY_LOGIN, request.subject(), text);
        }
        for (Rule rule : ENGINE) {
            if (rule.text.matcher(text).find()) {
                return failure(rule, request.subject(), text);
            }
        }
        String path = request.path();
        if (status == 404 && path.startsWith("/images/")) {
            return failure(ENGINE.get(3), request.subject(), text);
        }
        if (status == 404 && path.startsWith("/containers/") && !path.contains("/create") && !path.endsWith("/start")) {
            return failure(ENGINE.get(4), request.subject(), text);
        }
        return status < 500
                ? failure(DockerErrors.ENGINE_REFUSED, request.subject(), text, "correct the value that it names")
                : failure(DockerErrors.ENGINE_FAILED, request.subject(), text, "look into the log of the engine");
    }

    /** @param code if the text has no other meaning */
    static Failure registry(ErrorCode code, String subject, String text) {
        for (Rule rule : REGISTRY) {
            if (rule.text.matcher(text).find()) {
                return failure(rule, subject, text);
            }
        }
        return failure(code, subject, text, "it is tried again");
    }

    static Failure absent(String what, Throwable cause) {
        return new Failure(
                DockerErrors.ENGINE_ABSENT,
                what + "; start Docker, and let `socket` in [docker] name its socket",
                cause);
    }

    private static Failure failure(Rule rule, String subject, String text) {
        return failure(rule.code, subject, text, rule.remedy);
    }

    private static Failure failure(ErrorCode code, String subject, String text, String remedy) {
        return new Failure(code, subject + ": " + oneLine(text) + "; " + remedy);
    }

    private static String oneLine(String text) {
        String line = USER_INFO
                .matcher(CONTROL.matcher(text).replaceAll(" "))
                .replaceAll("//")
                .strip();
        return line.isEmpty()
                ? "the engine gives no reason"
                : line.length() > TEXT_LIMIT ? line.substring(0, TEXT_LIMIT) + "…" : line;
    }
}
