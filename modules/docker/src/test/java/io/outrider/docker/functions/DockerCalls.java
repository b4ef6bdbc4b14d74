package io.outrider.docker.functions;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Outcome;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.release.Registry;
import io.outrider.testkit.TestContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** Calls of the functions by name, as a client makes them. */
final class DockerCalls {
    final List<Registry> registries = new ArrayList<>();
    final List<String> progress = new ArrayList<>();
    final Set<String> changing = new HashSet<>(); // names of containers
    final ReentrantLock byHand = new ReentrantLock();
    private final List<Function<?>> functions;

    DockerCalls(Engine engine, String... needed) {
        functions = new DockerFunctions(
                        engine,
                        () -> registries,
                        Set.of(needed)::contains,
                        each -> changing.contains(each.name()) && byHand.isHeldByCurrentThread(),
                        byHand)
                .functions();
    }

    /** @param positional {@code key=value} is a keyword, as on the command line */
    JsonNode call(String name, Object... arguments) throws Failure, InterruptedException {
        Object value = value(name, arguments);
        return TestContext.MAPPER.valueToTree(value instanceof Outcome outcome ? outcome.value() : value);
    }

    Object value(String name, Object... arguments) throws Failure, InterruptedException {
        for (Function<?> each : functions) {
            if (each.name().equals("docker." + name)) {
                return run(each, arguments);
            }
        }
        throw new AssertionError("no function " + name);
    }

    private <A extends Record> Object run(Function<A> function, Object... arguments)
            throws Failure, InterruptedException {
        List<Object> positional = new ArrayList<>();
        Map<String, Object> keywords = new HashMap<>();
        for (Object each : arguments) {
            String[] parts = each.toString().split("=", 2);
            if (parts.length == 2) {
                keywords.put(parts[0], parts[1]);
            } else {
                positional.add(each);
            }
        }
        return function.body().run(new TestContext().arguments(function.arguments(), positional, keywords), new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                progress.add(done + "/" + total + " " + unit + " " + what);
            }
        });
    }
}
