package io.outrider.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.Step;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.TestContext;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Unit of a test: the module with a context, a desired document, and runs of its state. */
final class ReleaseUnit implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    final TestContext context;
    final Module module;
    final List<String> progress = new ArrayList<>();
    Runnable meanwhile = () -> {}; // at each progress

    /** @param releases the section {@code [releases]} */
    ReleaseUnit(Path data, Path socket, Map<String, ?> releases) throws Failure {
        this(data, socket, releases, Ticker.system());
    }

    ReleaseUnit(Path data, Path socket, Map<String, ?> releases, Ticker ticker) throws Failure {
        Map<String, Object> settings = new HashMap<>(Map.of("probation", 1, "health_timeout", 10));
        settings.putAll(releases);
        context = new TestContext()
                .withData(data)
                .withClock(Clock.systemUTC())
                .withTicker(ticker)
                .withSettings(socket == null ? Map.of() : Map.of("enabled", true, "socket", List.of(socket.toString())))
                .withSettings("releases", settings);
        module = new DockerFactory().open(context);
    }

    static Map<String, Object> container(String name, String image, Object... parameters) {
        Map<String, Object> start = new HashMap<>(Map.of("network_mode", "host", "restart_policy", "no"));
        for (int i = 0; i < parameters.length; i += 2) {
            start.put((String) parameters[i], parameters[i + 1]);
        }
        int colon = image.lastIndexOf(':');
        return Map.of(
                "name",
                name,
                "image",
                image.substring(0, colon),
                "tag",
                image.substring(colon + 1),
                "startup_parameters",
                start);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static Map<String, Object> project(String name, String version, Map<String, Object>... containers) {
        return new HashMap<>(Map.of("name", name, "version", version, "containers", List.of(containers)));
    }

    static Map<String, Object> document(List<Map<String, Object>> projects) {
        return Map.of("projects", projects, "registries", List.of(), "whitelist", List.of());
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    final void desire(Map<String, Object>... projects) throws Failure {
        apply(document(List.of(projects)));
    }

    void apply(Map<String, Object> document) throws Failure {
        context.desiredPart().validate(document);
        context.desiredPart().apply(document);
    }

    /** Report of a project to the fleet; an empty object if there is none. */
    JsonNode report(String project) {
        for (JsonNode each : JSON.valueToTree(context.desiredPart().report()).get("projects")) {
            if (each.get("name").asText().equals(project)) {
                return each;
            }
        }
        return JSON.createObjectNode();
    }

    void await(String project, String state) {
        try {
            Await.until(
                    project + " is " + state,
                    () -> report(project).path("state").asText().equals(state));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + report(project), e);
        }
    }

    /** Runs the state as {@code state.sls} does; the failures and comments by key, {@code null} for a success. */
    Map<String, String> run(boolean pending) throws Failure, InterruptedException {
        var plan = module.states().get(0).plan();
        Map<String, String> results = new LinkedHashMap<>();
        Set<String> failed = new HashSet<>();
        for (Step each : pending ? plan.pending() : plan.steps()) {
            String failure = each.requires().stream().anyMatch(failed::contains) ? "requisite failed" : null;
            try {
                if (failure == null && !each.check().changes().isEmpty()) {
                    each.apply(call());
                }
            } catch (Failure e) {
                failure = e.code() + ": " + e.getMessage();
            }
            if (failure != null) {
                failed.add(each.id());
            }
            results.put(each.module() + "_|-" + each.id() + "_|-" + each.name() + "_|-" + each.function(), failure);
        }
        return results;
    }

    /** Steps that have changes to make. */
    List<String> changes(boolean pending) throws Failure, InterruptedException {
        var plan = module.states().get(0).plan();
        List<String> ids = new ArrayList<>();
        for (Step each : pending ? plan.pending() : plan.steps()) {
            if (!each.check().changes().isEmpty()) {
                ids.add(each.id());
            }
        }
        return ids;
    }

    Call call() {
        return new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public synchronized void progress(long done, long total, String unit, String what) {
                progress.add(done + "/" + total + " " + unit + " " + what);
                meanwhile.run();
            }
        };
    }

    JsonNode call(String function, Map<String, ?> keywords) throws Failure, InterruptedException {
        for (Function<?> each : module.functions()) {
            if (each.name().equals(function)) {
                return JSON.valueToTree(run(each, keywords));
            }
        }
        throw new AssertionError("no function " + function);
    }

    private <A extends Record> Object run(Function<A> function, Map<String, ?> keywords)
            throws Failure, InterruptedException {
        return function.body().run(context.arguments(function.arguments(), List.of(), keywords), call());
    }

    @Override
    public void close() {
        module.close();
    }
}
