package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replies without subscriber or refused, over reconnects and restarts. */
class UnheardRepliesTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    private static final long OLD = NOW.minusSeconds(15 * 86_400).toEpochMilli();

    @TempDir
    Path folder;

    private final Broker broker = new Broker();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final AtomicInteger writeJournal = new AtomicInteger();
    private Journal journal;
    private ReplyOutbox outbox;
    private boolean isClockTrusted = true;

    @BeforeEach
    void start() throws IOException {
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        open();
    }

    private void open() throws IOException {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        journal = new Journal(folder.resolve("journal"), Journal.Bounds.USUAL, clock);
        outbox = new ReplyOutbox(
                journal,
                new ReplyEncoder(JobsUnit.ID, new ObjectMapper(), clock),
                broker,
                timer,
                FaultInjector.NONE,
                new RepeatedLogLines(),
                new ArrivalTimes(clock, Ticker.system(), () -> isClockTrusted),
                writeJournal::incrementAndGet);
    }

    @AfterEach
    void stop() {
        outbox.close();
        timer.shutdownNow();
        journal.close();
    }

    private static Reply reply(String jid, String topic, int length) {
        String json = "{\"jid\":\"" + jid + "\",\"state\":\"rejected\",\"more\":\"" + "x".repeat(length) + "\"}";
        return new Reply(topic, json.getBytes(StandardCharsets.UTF_8));
    }

    private void end(String jid, String topic, int length) throws IOException {
        end(jid, NOW.toEpochMilli(), topic, length);
    }

    private void end(String jid, long received, String topic, int length) throws IOException {
        journal.append(List.of(new JournalEntry.Ended(jid, received, reply(jid, topic, length))));
        outbox.add(jid);
    }

    private void end(int count, String name, String topic) throws IOException {
        List<JournalEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(new JournalEntry.Ended(name + i, NOW.toEpochMilli(), reply(name + i, topic, 0)));
        }
        journal.append(entries);
        for (JournalEntry each : entries) {
            outbox.add(each.jid());
        }
    }

    /** Number of replies sent since the last call. */
    private int sentSinceLastCall() {
        int all = broker.messages().size() + broker.refusals.get();
        int since = all - before;
        before = all;
        return since;
    }

    private int before;

    /** Delays of the scheduled probes, in seconds. */
    private List<Long> timers() {
        return timer.getQueue().stream()
                .map(each -> ((Delayed) each).getDelay(TimeUnit.SECONDS))
                .filter(each -> each > 0) // the others flush delivered replies
                .toList();
    }

    /** Runs what the timer would run later. */
    private void runTimers() {
        for (Runnable each : List.copyOf(timer.getQueue())) {
            timer.remove(each);
            ((RunnableScheduledFuture<?>) each).run();
        }
    }

    @Test
    void eachReconnectSendsOneProbeAndThereIsOneTimer() throws IOException {
        broker.hasNoSubscriber = true;
        end(500, "r", Reply.RETURN);
        assertThat(sentSinceLastCall()).isEqualTo(500);
        for (int i = 0; i < 50; i++) {
            outbox.connected();
        }
        assertThat(sentSinceLastCall()).isEqualTo(50);
        assertThat(timers()).singleElement().satisfies(each -> assertThat(each).isBetween(200L, 300L));
        assertThat(outbox.unsent()).isEqualTo(500);
        assertThat(outbox.unheard()).isEqualTo(500);
    }

    @Test
    void allAreSentInOrderOnceTheProbeIsAccepted() throws IOException {
        broker.hasNoSubscriber = true;
        end(100, "r", Reply.RETURN);
        outbox.connected();
        broker.hasNoSubscriber = false;
        sentSinceLastCall();
        outbox.connected();
        assertThat(sentSinceLastCall()).isEqualTo(100);
        assertThat(outbox.unsent()).isZero();
        List<String> sent = broker.messages().stream().map(Broker.Message::jid).toList();
        List<String> last = sent.subList(sent.size() - 99, sent.size());
        assertThat(last)
                .isEqualTo(IntStream.range(0, 100)
                        .mapToObj(i -> "r" + i)
                        .filter(last::contains)
                        .toList());
    }

    @Test
    void aProbeIsSentEveryFewMinutesWithoutAReconnect() throws IOException {
        broker.hasNoSubscriber = true;
        end(10, "r", Reply.RETURN);
        sentSinceLastCall();
        runTimers();
        assertThat(sentSinceLastCall()).isEqualTo(1);
        assertThat(timers()).hasSize(1);
        broker.hasNoSubscriber = false;
        runTimers();
        assertThat(sentSinceLastCall()).isEqualTo(10);
    }

    @Test
    void aLongReplyHasALongerProbeDelay() throws IOException {
        broker.hasNoSubscriber = true;
        end("1", Reply.RETURN, 128 * 1024);
        assertThat(timers()).singleElement().satisfies(each -> assertThat(each).isBetween(1_900L, 2_100L));
    }

    @Test
    void anAcceptedNewReplyReleasesTheDeferredOnes() throws IOException {
        broker.hasNoSubscriber = true;
        end(10, "r", Reply.RETURN);
        broker.hasNoSubscriber = false;
        sentSinceLastCall();
        end("new", Reply.RETURN, 0);
        assertThat(sentSinceLastCall()).isEqualTo(11);
        assertThat(outbox.unsent()).isZero();
    }

    @Test
    void anAcceptedReturnDoesNotReleaseRejections() throws IOException {
        broker.hasNoSubscriber = true;
        end(10, "r", Reply.RETURN);
        end(10, "j", Reply.JOB);
        sentSinceLastCall();
        broker.hasNoSubscriber = false;
        end("new", Reply.RETURN, 0);
        assertThat(sentSinceLastCall()).isEqualTo(11);
        assertThat(outbox.unheard()).isEqualTo(10);
        outbox.connected();
        assertThat(sentSinceLastCall()).isEqualTo(10);
    }

    @Test
    void afterARestartOneUnheardReplyDefersTheOthers() throws IOException {
        broker.hasNoSubscriber = true;
        end(300, "r", Reply.RETURN);
        end(300, "j", Reply.JOB);
        outbox.close();
        journal.close();
        open();
        sentSinceLastCall();
        journal.jobsAt(Journal.Stage.ENDED).forEach(outbox::resume);
        assertThat(sentSinceLastCall()).isEqualTo(2);
        assertThat(outbox.unsent()).isEqualTo(600);
        broker.hasNoSubscriber = false;
        outbox.connected();
        assertThat(outbox.unsent()).isZero();
    }

    @Test
    void aRepeatedCommandGetsItsReplyAlthoughOthersAreDeferred() throws IOException {
        broker.hasNoSubscriber = true;
        end(2, "r", Reply.RETURN);
        sentSinceLastCall();
        outbox.sendDirect("r1");
        assertThat(sentSinceLastCall()).isEqualTo(1);
        assertThat(outbox.unsent()).isEqualTo(2);
    }

    @Test
    void forbiddenRepliesAreProbedOneByOne() throws IOException {
        broker.forbidden = true;
        end(100, "r", Reply.RETURN);
        sentSinceLastCall();
        for (int i = 0; i < 10; i++) {
            outbox.connected();
        }
        assertThat(sentSinceLastCall()).isEqualTo(10);
        assertThat(outbox.unheard()).isZero();
        assertThat(timers()).hasSize(1);
        broker.forbidden = false;
        outbox.connected();
        assertThat(outbox.unsent()).isZero();
    }

    @Test
    void aTooLongReplyDoesNotBlockOthers() throws IOException {
        broker.longest = 100;
        end("long", Reply.JOB, 200);
        end("short", Reply.JOB, 0);
        assertThat(broker.replies("short")).hasSize(1);
        assertThat(outbox.unsent()).isEqualTo(1);
        outbox.connected();
        assertThat(broker.refusals).hasValue(2);
    }

    @Test
    void unwrittenRepliesAreBoundedInNumber() {
        broker.forbidden = true;
        for (int i = 0; i < 5_000; i++) {
            outbox.sendUnwritten("u" + i, reply("u" + i, Reply.RETURN, 0));
        }
        assertThat(outbox.unsent()).isBetween(1_000, 2_048);
        broker.forbidden = false;
        outbox.connected();
        assertThat(broker.replies("u4999")).hasSize(1);
        assertThat(outbox.unsent()).isZero();
    }

    @Test
    void repliesWithoutSubscriberAreGivenUpAfterFourteenDays() throws IOException {
        broker.hasNoSubscriber = true;
        end("old", OLD, Reply.RETURN, 0);
        end(2, "r", Reply.RETURN);
        assertThat(outbox.abandon()).isTrue();
        Await.until("marked as sent", () -> journal.stage("old") == Journal.Stage.SENT); // the timer may be writing it
        assertThat(outbox.unsent()).isEqualTo(2);
        assertThat(outbox.abandon()).isFalse();
        assertThat(outbox.abandoned()).isEqualTo(1);
    }

    @Test
    void refusedRepliesAreGivenUpAfterFourteenDays() throws IOException {
        broker.forbidden = true;
        end("forbidden", OLD, Reply.RETURN, 0);
        end("young", Reply.RETURN, 0);
        broker.longest = 100;
        end("never short enough", OLD, Reply.JOB, 200);
        outbox.sendUnwritten("in memory", reply("in memory", Reply.RETURN, 0));
        assertThat(outbox.unsent()).isEqualTo(4);
        assertThat(outbox.abandon()).isTrue();
        assertThat(journal.jobsAt(Journal.Stage.SENT)).containsExactlyInAnyOrder("forbidden", "never short enough");
        assertThat(outbox.unsent()).isEqualTo(2);
        assertThat(outbox.abandoned()).isEqualTo(2);
    }

    @Test
    void anUntrustedClockDoesNotAgeReplies() throws IOException {
        broker.hasNoSubscriber = true;
        end("came before the clock was set", -OLD, Reply.RETURN, 0);
        assertThat(outbox.abandon()).isFalse();
        end("old", OLD, Reply.RETURN, 0);
        isClockTrusted = false;
        assertThat(outbox.abandon()).isFalse();
        isClockTrusted = true;
        assertThat(outbox.abandon()).isTrue();
        assertThat(outbox.unsent()).isEqualTo(1);
    }

    /** Flow control depends on it. */
    @Test
    void theListenerIsCalledForDroppedReplies() throws IOException {
        writeJournal.set(0);
        outbox.sendUnwritten("gone");
        assertThat(writeJournal.get()).isPositive();
        broker.hasNoSubscriber = true;
        end(1, "r", Reply.RETURN);
        writeJournal.set(0);
        outbox.sendDirect("never seen");
        assertThat(writeJournal.get()).isPositive();
    }
}
