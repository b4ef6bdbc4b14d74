package io.outrider.state;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** There is one, and who has it may run states. Any thread. */
final class RunLock {
    /** @param what the names as they were asked for */
    private record Holder(String jid, Instant since, List<String> what) {
        String text() {
            return "The function \"state.sls\" is running as jid " + (jid.isEmpty() ? "(none)" : jid) + " since "
                    + since.truncatedTo(ChronoUnit.MILLIS) + ": " + String.join(", ", what);
        }
    }

    /** Gives the hold back; more often than once does nothing. */
    interface Taken extends AutoCloseable {
        @Override
        void close();
    }

    private final Clock clock;
    private final AtomicReference<Holder> holder = new AtomicReference<>();

    RunLock(Clock clock) {
        this.clock = clock;
    }

    /** @throws Failure naming who has it */
    Taken take(Call call, List<String> what) throws Failure {
        Holder mine = new Holder(call.jid(), clock.instant(), what);
        Holder other = holder.compareAndExchange(null, mine);
        if (other != null) {
            throw new Failure(
                    Failure.Actor.CALLER,
                    "STATE_RUNNING",
                    other.text() + ". Wait for its return, or end it with saltutil.kill_job");
        }
        return () -> holder.compareAndSet(mine, null);
    }

    /** Who has it, as users of the incumbent read it. */
    Optional<String> text() {
        return Optional.ofNullable(holder.get()).map(Holder::text);
    }
}
