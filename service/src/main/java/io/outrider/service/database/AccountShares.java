package io.outrider.service.database;

import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Places that requests take and give back: some in all, and fewer for one account. Any thread. */
public final class AccountShares {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final int most;
    private final int mostOfAccount;
    private final Map<Long, Integer> taken = new HashMap<>();

    public AccountShares(int most, int mostOfAccount) {
        this.most = most;
        this.mostOfAccount = mostOfAccount;
    }

    /**
     * Takes a place.
     *
     * @param anyway also where there is none
     * @return whether it is taken
     */
    public synchronized boolean take(long account, boolean anyway) {
        int all = taken.values().stream().mapToInt(Integer::intValue).sum();
        boolean free = anyway || all < most && taken.getOrDefault(account, 0) < mostOfAccount;
        if (free) {
            taken.merge(account, 1, Integer::sum);
        }
        return free;
    }

    public synchronized void give(long account, int count) {
        taken.computeIfPresent(account, (number, own) -> own == count ? null : own - count);
        notifyAll();
    }

    /**
     * Runs a task in a place, for which it waits.
     *
     * @throws Problem if none becomes free
     */
    public <T> T run(long account, Supplier<T> task) {
        awaitPlace(account);
        try {
            return task.get();
        } finally {
            give(account, 1);
        }
    }

    private synchronized void awaitPlace(long account) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (long left = PATIENCE.toMillis(); !take(account, false); left = (end - System.nanoTime()) / 1_000_000) {
            if (left <= 0) {
                throw Problem.later(
                        ProblemCode.NOT_AVAILABLE,
                        "requests like this take long, and run at a time: " + mostOfAccount + " of this account, "
                                + most + " of all accounts; ask for less with each, or try again later",
                        Duration.ofSeconds(5));
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                end = System.nanoTime();
            }
        }
    }
}
