package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Reading;
import io.outrider.api.Readings;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Command line with a toy module and captured output. */
final class TestConsole implements ModuleFactory {
    private static final Signature<ConsoleSay> SAY = new Signature<>("toy.say", "Says something", ConsoleSay.class);
    private static final Signature<NoArguments> SPEED =
            new Signature<>("toy.speed", "Tells a speed", NoArguments.class);
    private static final Signature<NoArguments> CODES = new Signature<>("toy.codes", "Tells codes", NoArguments.class);
    private static final Signature<NoArguments> LIST =
            new Signature<>("toy.list", "Lists as much as there is memory for", NoArguments.class);
    private static final Signature<Fail> FAIL = new Signature<>("toy.fail", "Fails", Fail.class);
    private static final Signature<NoArguments> FAULT = new Signature<>("toy.fault", "Has a fault", NoArguments.class);
    private static final Signature<NoArguments> WAIT = new Signature<>("toy.wait", "Is interrupted", NoArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(SAY, SPEED, CODES, LIST, FAIL, FAULT, WAIT);

    private static final Instant NOW = Instant.parse("2023-08-28T12:22:31.253543Z");

    /** Arguments of {@code toy.say}. */
    record ConsoleSay(
            @JsonProperty(required = true) @JsonPropertyDescription("what to say")
            String text,

            @JsonPropertyDescription("how often, 1 to 3") @JsonProperty(defaultValue = "1")
            Integer times,

            @JsonPropertyDescription("louder") boolean loud) {
        ConsoleSay {
            if (times != null && (times < 1 || times > 3)) {
                throw new InvalidArgumentException("times", times + " is not from 1 to 3");
            }
        }
    }

    /** Arguments of {@code toy.fail}. */
    record Fail(@JsonProperty(required = true) Failure.Actor actor) {}

    /** No arguments. */
    /** Settings section of the toy. */
    record ToySettings(String greeting) {}

    final AtomicInteger closed = new AtomicInteger();
    final AtomicInteger calls = new AtomicInteger();
    final AtomicInteger gathered = new AtomicInteger();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    List<String> missing = List.of();
    private final boolean terminal;

    TestConsole(boolean terminal) {
        this.terminal = terminal;
    }

    /** Runs a new command line and returns the exit code; clears earlier output. */
    int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine commandLine =
                new CommandLine(opener(), new PrintWriter(out), new PrintWriter(err), terminal, Path.of("no-folder"));
        return commandLine.run(words);
    }

    private CommandLine.ModulesOpener opener() {
        return new CommandLine.ModulesOpener() {
            @Override
            public ModuleRegistry open(Settings settings, Path config, Path data) throws Failure {
                return new ModuleRegistry(
                        List.of(TestConsole.this), settings, data, Clock.systemUTC(), Ticker.system());
            }

            @Override
            public List<String> missing() {
                return missing;
            }
        };
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    @Override
    public String name() {
        return "toy";
    }

    @Override
    public Class<? extends Record> settings() {
        return ToySettings.class;
    }

    @Override
    public List<Signature<?>> signatures() {
        return SIGNATURES;
    }

    @Override
    public Module open(ModuleContext surroundings) throws Failure {
        String greeting = surroundings.settings(ToySettings.class).greeting();
        List<Function<?>> functions = List.of(
                SAY.with(arguments -> {
                    String text = (greeting == null ? "" : greeting + " ") + arguments.text();
                    return new Reading("said", arguments.loud() ? text.toUpperCase(Locale.ROOT) : text, null, NOW);
                }),
                SPEED.with(none -> {
                    calls.incrementAndGet();
                    return new Reading("speed", 100 / 3.0, "kph", NOW);
                }),
                CODES.with(none -> codes()),
                LIST.with((none, call) -> {
                    List<String> list = new ArrayList<>();
                    while (list.size() < 100_000 && call.reserve(1_000)) {
                        list.add("0123456789".repeat(100));
                    }
                    gathered.set(list.size());
                    return list;
                }),
                FAIL.with(arguments -> {
                    if (calls.incrementAndGet() > 1_000) {
                        throw Failure.reported(Failure.Actor.CALLER, "ENOUGH", "enough");
                    }
                    throw new Failure(arguments.actor(), LocalApiErrors.FAILED, "it failed on purpose");
                }),
                FAULT.with(none -> {
                    throw new IllegalStateException("a bug");
                }),
                WAIT.with(none -> {
                    throw new InterruptedException();
                }));
        return new Module() {
            @Override
            public List<Function<?>> functions() {
                return functions;
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    private static Object codes() {
        Map<String, Object> code = new LinkedHashMap<>();
        code.put("code", "P0104");
        code.put("text", "Air flow");
        return new Readings("dtc", List.of(code), NOW);
    }
}
