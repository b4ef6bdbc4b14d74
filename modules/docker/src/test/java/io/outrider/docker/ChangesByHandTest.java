package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.functions.StubEngine;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of containers by hand, and runs of releases of the same containers. */
final class ChangesByHandTest {
    private final Project fleet = new Project("fleet", "1", "hash-1", List.of(), List.of(), List.of());
    private final Releases desired = new Releases(List.of(), List.of(fleet), List.of(), Set.of());

    @Test
    void aRunBeginsOnlyOnceAChangeByHandHasEnded(@TempDir Path data) throws Exception {
        EngineContainer app = ReleaseManagerTest.old("fleet", "8080");
        AtomicReference<ReleaseManager> opened = new AtomicReference<>();
        AtomicReference<Boolean> changing = new AtomicReference<>();
        ReleaseManager manager = ReleaseManagerTest.manager(data, new StubEngine() {
            @Override
            public List<EngineContainer> containers() throws Failure {
                changing.set(opened.get().isChanging(app));
                throw absent();
            }
        });
        opened.set(manager);
        manager.desire(desired);
        Lock hand = manager.byHand();
        hand.lock();
        FutureTask<Void> run = new FutureTask<>(() -> {
            manager.change(fleet, desired, StepListener.NONE);
            return null;
        });
        Thread thread = new Thread(run, "run");
        try {
            thread.start();
            Await.until(
                    "the run waits",
                    () -> manager.lock.isBusy()
                            && Set.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED)
                                    .contains(thread.getState()));
            assertThat(manager.isChanging(app)).isFalse();
            assertThat(changing).hasNullValue();
        } finally {
            hand.unlock();
        }
        run.get();
        assertThat(changing).hasValue(true);
        assertThat(manager.isChanging(app)).isFalse();
    }

    @Test
    void aRunThatIsGivenUpWhileItWaitsLeavesTheContainersToTheHand(@TempDir Path data) throws Exception {
        ReleaseManager manager = ReleaseManagerTest.manager(data, new StubEngine());
        manager.desire(desired);
        Lock hand = manager.byHand();
        hand.lock();
        FutureTask<Boolean> run = new FutureTask<>(() -> {
            try {
                manager.change(fleet, desired, StepListener.NONE);
                return false;
            } catch (InterruptedException e) {
                return true;
            }
        });
        Thread thread = new Thread(run, "run");
        thread.start();
        Await.until("the run waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        assertThat(run.get()).isTrue();
        assertThat(manager.isChanging(ReleaseManagerTest.old("fleet", "8080"))).isFalse();
        assertThat(manager.lock.isBusy()).isFalse();
        hand.unlock();
        assertThat(manager.byHand().tryLock()).isTrue();
        manager.byHand().unlock();
    }
}
