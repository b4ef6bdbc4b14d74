package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Call;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Module of {@code test.*}, for tests of the connection to the unit. */
public record TestModule(String version, Ticker ticker) implements Module {
    private static final Signature<NoArguments> PING = new Signature<>("test.ping", "Returns true", NoArguments.class);
    private static final Signature<EchoArguments> ECHO =
            new Signature<>("test.echo", "Returns what it is given", EchoArguments.class);
    private static final Signature<NoArguments> VERSION =
            new Signature<>("test.version", "The version of this program", NoArguments.class);
    private static final Signature<Sleep> SLEEP = new Signature<>("test.sleep", "Waits so many seconds", Sleep.class);

    public static final List<Signature<?>> SIGNATURES = List.of(PING, ECHO, VERSION, SLEEP);

    record EchoArguments(@JsonProperty(required = true) Object text) {}

    record Sleep(@JsonProperty(required = true) double length) {
        Sleep {
            if (length < 0 || length > 86_400) {
                throw new InvalidArgumentException("length", "takes 0 to 86400 seconds, not " + length);
            }
        }
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                PING.with((NoArguments none) -> true),
                ECHO.with((EchoArguments arguments) -> arguments.text()),
                VERSION.with((NoArguments none) -> version),
                SLEEP.with(this::sleep));
    }

    private Object sleep(Sleep arguments, Call call) throws InterruptedException {
        long total = (long) (arguments.length() * 1e9);
        long start = ticker.nanos();
        for (long passed = 0; passed < total; passed = ticker.nanos() - start) {
            call.progress(
                    TimeUnit.NANOSECONDS.toSeconds(passed), (long) Math.ceil(arguments.length()), "s", "sleeping");
            ticker.sleep(Math.min(total - passed, TimeUnit.SECONDS.toNanos(1)));
        }
        return true;
    }
}
