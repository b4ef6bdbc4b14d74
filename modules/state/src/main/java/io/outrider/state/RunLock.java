package io.outrider.state;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Exclusive lock for state runs. Any thread. */
final class RunLock {
    /** @param what state names as given by the caller */
    private record Holder(String jid, Instant since, List<String> what) {
        String text() {
            return "The function \"state.sls\" is running as jid " + (jid.isEmpty() ? "(none)" : jid) + " since "
                    + since.truncatedTo(ChronoUnit.MILLIS) + ": " + String.join(", ", what);
        }
    }

    /** Held lock; closing it twice has no effect. */
    interface LockHandle extends AutoCloseable {
        @Override
        void close();
    }

    private final Clock clock;
    private final AtomicReference<Holder> holder = new AtomicReference<>();

    RunLock(Clock clock) {
        this.clock = clock;
    }

    /** @throws Failure naming the run that holds the lock */
    LockHandle take(Call call, List<String> what) throws Failure {
        Holder mine = new Holder(call.jid(), clock.instant(), what);
        Holder other = holder.compareAndExchange(null, mine);
        if (other != null) {
            throw new Failure(
                    StateErrors.STATE_RUNNING,
                    other.text() + ". Wait for its return, or end it with saltutil.kill_job");
        }
        return () -> holder.compareAndSet(mine, null);
    }

    /** Description of the present run, in AutoPi's wording. */
    Optional<String> text() {
        return Optional.ofNullable(holder.get()).map(Holder::text);
    }
}
