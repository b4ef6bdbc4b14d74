package io.outrider.service.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.service.fixture.ServedAccounts;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class WriteQueueTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private ServedAccounts served;
    private WriteQueue writes;

    @BeforeEach
    void open() {
        served = new ServedAccounts(kind, folder);
        writes = new WriteQueue(served.database);
        served.database.write().useHandle(handle -> handle.execute("CREATE TABLE line (number INTEGER PRIMARY KEY)"));
    }

    @AfterEach
    void close() {
        served.close();
    }

    private static void insert(Handle handle, int number) {
        handle.execute("INSERT INTO line (number) VALUES (?)", number);
    }

    private List<Integer> lines() {
        return served.database
                .read()
                .withHandle(handle -> handle.createQuery("SELECT number FROM line ORDER BY number")
                        .mapTo(Integer.class)
                        .list());
    }

    /** Adds writes while another one runs, so that they share a transaction. */
    private List<CompletableFuture<Void>> together(int... numbers) {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> writes.write(0, handle -> {
            begun.countDown();
            await(go);
        }));
        await(begun);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int each : numbers) {
            all.add(writes.write(0, handle -> insert(handle, each)).toCompletableFuture());
        }
        assertThat(all).noneMatch(CompletableFuture::isDone);
        go.countDown();
        first.join();
        Await.until("all have run", () -> all.stream().allMatch(CompletableFuture::isDone));
        return all;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aWriteIsCommittedWhenItIsDone() {
        writes.write(0, handle -> insert(handle, 1)).toCompletableFuture().join();
        assertThat(lines()).containsExactly(1);
    }

    @Test
    void writesThatWaitAreAllCommitted() {
        assertThat(together(IntStream.range(0, 1_000).toArray()))
                .noneMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(lines()).hasSize(1_000);
    }

    @Test
    void aWriteThatFailsIsUndoneAlone() {
        List<CompletableFuture<Void>> all = together(1, 2, 1, 3);
        assertThat(all.stream().map(CompletableFuture::isCompletedExceptionally))
                .containsExactly(false, false, true, false);
        assertThat(lines()).containsExactly(1, 2, 3);
    }

    @Test
    void writesOfMuchDataAreInTransactionsOfTheirOwn() {
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Void> wrong = new CompletableFuture<>();
        writes.write(0, handle -> {
                    if (runs.get() == 0) { // these two wait for the end of this one
                        writes.write(1 << 20, large -> runs.incrementAndGet());
                        writes.write(0, failing -> {
                                    throw new IllegalStateException();
                                })
                                .whenComplete((done, failure) -> wrong.completeExceptionally(failure));
                    }
                })
                .toCompletableFuture()
                .join();
        assertThat(wrong).isCompletedExceptionally();
        assertThat(runs)
                .as("a write is run again if another of its transaction fails")
                .hasValue(1);
    }

    @Test
    void anErrorDoesNotStopTheQueue() {
        CompletableFuture<Void> wrong = writes.write(0, handle -> {
                    throw new StackOverflowError();
                })
                .toCompletableFuture();
        assertThat(wrong).isCompletedExceptionally();
        writes.write(0, handle -> insert(handle, 1)).toCompletableFuture().join();
        assertThat(lines()).containsExactly(1);
    }

    @Test
    void transactionsThatWaitForEachOtherAreBothCommitted() {
        assumeThat(kind).as("SQLite has one writer").isEqualTo(DatabaseUrl.Kind.POSTGRESQL);
        together(1, 2);
        CyclicBarrier both = new CyclicBarrier(2);
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> change(both, runs, 2, 1));
        change(both, runs, 1, 2);
        other.join();
        assertThat(runs).hasValueGreaterThan(2);
        assertThat(lines()).containsExactly(1, 2);
    }

    private void change(CyclicBarrier both, AtomicInteger runs, int first, int second) {
        AtomicBoolean again = new AtomicBoolean();
        served.database.write().useTransaction(handle -> {
            runs.incrementAndGet();
            handle.execute("UPDATE line SET number = number WHERE number = ?", first);
            if (!again.getAndSet(true)) {
                await(both);
            }
            handle.execute("UPDATE line SET number = number WHERE number = ?", second);
        });
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theQueueGoesOnAfterAFailure() {
        together(1, 1);
        writes.write(0, handle -> insert(handle, 2)).toCompletableFuture().join();
        assertThat(lines()).containsExactly(1, 2);
    }
}
