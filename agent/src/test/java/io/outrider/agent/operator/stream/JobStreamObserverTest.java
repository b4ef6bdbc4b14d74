package io.outrider.agent.operator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.telemetry.record.ResultRecords;
import io.outrider.testkit.Await;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class JobStreamObserverTest {
    private static final int JOBS = 4;
    private static final int VALUES = 1_000;

    private static Return answer(int job) {
        Map<String, Object> value = Map.of(
                "_type", "v" + job, "_stamp", "2026-01-01T00:00:00.000000", "values", Collections.nCopies(VALUES, 7));
        return new Return(
                "jid" + job,
                "a.b",
                List.of(),
                Result.of(Json.mapper().valueToTree(value)),
                0,
                true,
                null,
                Instant.EPOCH);
    }

    /** Records of one result are built while the others wait; without that, all are in memory here. */
    @Test
    void recordsOfOneResultAtATimeAreInMemory() throws Exception {
        EventBroadcast broadcast = new EventBroadcast();
        JobStreamObserver watchers = new JobStreamObserver(broadcast, new ResultRecords(), "u");
        List<Thread> jobs = new ArrayList<>();
        Set<Thread> publishing = ConcurrentHashMap.newKeySet();
        AtomicInteger most = new AtomicInteger();
        Map<Thread, Integer> records = new ConcurrentHashMap<>();
        for (int job = 0; job < JOBS; job++) {
            Return answer = answer(job);
            jobs.add(new Thread(() -> watchers.ended(answer)));
        }
        try (EventBroadcast.StreamSubscription subscription = broadcast.subscribe(1, event -> {
            if (event.name().equals(StreamEvent.RECORD)) {
                Thread job = Thread.currentThread();
                int published = records.merge(job, 1, Integer::sum);
                if (published == 1) {
                    publishing.add(job);
                    most.accumulateAndGet(publishing.size(), Math::max);
                    Await.until(
                            "the others wait, have ended, or publish too",
                            () -> most.get() > 1
                                    || jobs.stream()
                                            .filter(each -> each != job)
                                            .allMatch(each -> each.getState() == Thread.State.BLOCKED
                                                    || each.getState() == Thread.State.TERMINATED));
                } else if (published == VALUES) {
                    publishing.remove(job);
                }
            }
            return false;
        })) {
            jobs.forEach(Thread::start);
            for (Thread job : jobs) {
                job.join();
            }
        }
        assertThat(records.values()).hasSize(JOBS).containsOnly(VALUES);
        assertThat(most).hasValue(1);
    }
}
