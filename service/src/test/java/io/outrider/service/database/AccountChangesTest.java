package io.outrider.service.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.fixture.TestDatabase;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes of accounts beside each other, on both databases. */
@ParameterizedClass
@EnumSource
class AccountChangesTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private final List<Long> ran = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> waiting = new ArrayList<>();

    @Test
    void anotherAccountWaitsForOneChangeOnlyOfAnAccountThatMakesMany() throws InterruptedException {
        try (Database database = TestDatabase.open(kind, folder)) {
            database.change(1, handle -> {
                for (long account : List.of(1, 1, 1, 2)) {
                    begin(database, account);
                }
                return ran.add(1L);
            });
            for (Thread each : waiting) {
                each.join();
            }
        }
        assertThat(ran).hasSize(5);
        assertThat(ran.subList(0, 3)).contains(2L);
    }

    /** Begins a change, and returns when it waits, or has ended. */
    private void begin(Database database, long account) {
        Thread thread = new Thread(() -> database.change(account, handle -> ran.add(account)));
        waiting.add(thread);
        thread.start();
        Set<Thread.State> states = Set.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
        Await.until("it waits", () -> states.contains(thread.getState()));
    }
}
