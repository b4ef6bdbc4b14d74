package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Ticker;
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

/** Answers that the broker has nobody for, or may not have, over reconnects and restarts. */
class UnheardRepliesTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    private static final long OLD = NOW.minusSeconds(15 * 86_400).toEpochMilli();

    @TempDir
    Path folder;

    private final Broker broker = new Broker();
    private final UnwrittenReplies unwritten = new UnwrittenReplies();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final AtomicInteger left = new AtomicInteger();
    private Journal journal;
    private AbandonedReplies givenUp;
    private ReplyOutbox sender;
    private boolean isClockTrusted = true;

    @BeforeEach
    void start() throws IOException {
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        open();
    }

    private void open() throws IOException {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        journal = new Journal(folder.resolve("journal"), Journal.Bounds.USUAL, clock);
        givenUp = new AbandonedReplies(journal, new ArrivalTimes(clock, Ticker.system(), () -> isClockTrusted));
        sender = new ReplyOutbox(
                journal,
                unwritten,
                new ReplyEncoder(JobsUnit.ID, new ObjectMapper()),
                clock,
                broker,
                timer,
                FaultInjector.NONE,
                new RepeatedLogLines(),
                givenUp,
                left::incrementAndGet);
    }

    @AfterEach
    void stop() {
        sender.close();
        timer.shutdownNow();
        journal.close();
    }

    private static Reply answer(String jid, String topic, int length) {
        String json = "{\"jid\":\"" + jid + "\",\"state\":\"rejected\",\"more\":\"" + "x".repeat(length) + "\"}";
        return new Reply(topic, json.getBytes(StandardCharsets.UTF_8));
    }

    private void end(String jid, String topic, int length) throws IOException {
        end(jid, NOW.toEpochMilli(), topic, length);
    }

    private void end(String jid, long received, String topic, int length) throws IOException {
        journal.append(List.of(new JournalEntry.Ended(jid, received, answer(jid, topic, length))));
        sender.add(jid);
    }

    private void end(int count, String name, String topic) throws IOException {
        List<JournalEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(new JournalEntry.Ended(name + i, NOW.toEpochMilli(), answer(name + i, topic, 0)));
        }
        journal.append(entries);
        for (JournalEntry each : entries) {
            sender.add(each.jid());
        }
    }

    /** How many were offered since it was asked before. */
    private int offered() {
        int all = broker.messages().size() + broker.refusals.get();
        int since = all - before;
        before = all;
        return since;
    }

    private int before;

    /** Seconds until the next are offered by themselves. */
    private List<Long> timers() {
        return timer.getQueue().stream()
                .map(each -> ((Delayed) each).getDelay(TimeUnit.SECONDS))
                .filter(each -> each > 0) // others write down what was delivered
                .toList();
    }

    /** What the timer would do later. */
    private void timePasses() {
        for (Runnable each : List.copyOf(timer.getQueue())) {
            timer.remove(each);
            ((RunnableScheduledFuture<?>) each).run();
        }
    }

    @Test
    void whateverTheNumberOfAnswersAndReconnectsOneIsOfferedEachTimeAndThereIsOneTimer() throws IOException {
        broker.hasNobody = true;
        end(500, "r", Reply.RETURN);
        assertThat(offered()).isEqualTo(500);
        for (int i = 0; i < 50; i++) {
            sender.connected();
        }
        assertThat(offered()).isEqualTo(50);
        assertThat(timers()).singleElement().satisfies(each -> assertThat(each).isBetween(200L, 300L));
        assertThat(sender.unsent()).isEqualTo(500);
        assertThat(sender.unheard()).isEqualTo(500);
    }

    @Test
    void allAreSentInTheirOrderWhenTheOneThatIsOfferedIsHeard() throws IOException {
        broker.hasNobody = true;
        end(100, "r", Reply.RETURN);
        sender.connected();
        broker.hasNobody = false;
        offered();
        sender.connected();
        assertThat(offered()).isEqualTo(100);
        assertThat(sender.unsent()).isZero();
        List<String> sent = broker.messages().stream().map(Broker.Message::jid).toList();
        List<String> last = sent.subList(sent.size() - 99, sent.size());
        assertThat(last)
                .isEqualTo(IntStream.range(0, 100)
                        .mapToObj(i -> "r" + i)
                        .filter(last::contains)
                        .toList());
    }

    @Test
    void oneIsOfferedAfterSomeMinutesWithoutAReconnectAndAgainAfterThese() throws IOException {
        broker.hasNobody = true;
        end(10, "r", Reply.RETURN);
        offered();
        timePasses();
        assertThat(offered()).isEqualTo(1);
        assertThat(timers()).hasSize(1);
        broker.hasNobody = false;
        timePasses();
        assertThat(offered()).isEqualTo(10);
    }

    @Test
    void aLongAnswerIsOfferedAgainLater() throws IOException {
        broker.hasNobody = true;
        end("1", Reply.RETURN, 128 * 1024);
        assertThat(timers()).singleElement().satisfies(each -> assertThat(each).isBetween(1_900L, 2_100L));
    }

    @Test
    void aNewAnswerThatIsHeardHasTheOthersSent() throws IOException {
        broker.hasNobody = true;
        end(10, "r", Reply.RETURN);
        broker.hasNobody = false;
        offered();
        end("new", Reply.RETURN, 0);
        assertThat(offered()).isEqualTo(11);
        assertThat(sender.unsent()).isZero();
    }

    @Test
    void aReturnThatIsHeardSaysNothingOfRejections() throws IOException {
        broker.hasNobody = true;
        end(10, "r", Reply.RETURN);
        end(10, "j", Reply.JOB);
        offered();
        broker.hasNobody = false;
        end("new", Reply.RETURN, 0);
        assertThat(offered()).isEqualTo(11);
        assertThat(sender.unheard()).isEqualTo(10);
        sender.connected();
        assertThat(offered()).isEqualTo(10);
    }

    @Test
    void afterARestartTheOthersAreNotOfferedOnceOneWasNotHeard() throws IOException {
        broker.hasNobody = true;
        end(300, "r", Reply.RETURN);
        end(300, "j", Reply.JOB);
        sender.close();
        journal.close();
        open();
        offered();
        journal.at(Journal.Stage.ENDED).forEach(sender::resume);
        assertThat(offered()).isEqualTo(2);
        assertThat(sender.unsent()).isEqualTo(600);
        broker.hasNobody = false;
        sender.connected();
        assertThat(sender.unsent()).isZero();
    }

    @Test
    void aCommandThatComesAgainIsAnsweredAgainWhateverWasNotHeard() throws IOException {
        broker.hasNobody = true;
        end(2, "r", Reply.RETURN);
        offered();
        sender.reply("r1");
        assertThat(offered()).isEqualTo(1);
        assertThat(sender.unsent()).isEqualTo(2);
    }

    @Test
    void whatTheUnitMayNotPublishIsOfferedOneByOneToo() throws IOException {
        broker.forbidden = true;
        end(100, "r", Reply.RETURN);
        offered();
        for (int i = 0; i < 10; i++) {
            sender.connected();
        }
        assertThat(offered()).isEqualTo(10);
        assertThat(sender.unheard()).isZero();
        assertThat(timers()).hasSize(1);
        broker.forbidden = false;
        sender.connected();
        assertThat(sender.unsent()).isZero();
    }

    @Test
    void oneThatIsTooLongHoldsUpNoOthers() throws IOException {
        broker.longest = 100;
        end("long", Reply.JOB, 200);
        end("short", Reply.JOB, 0);
        assertThat(broker.answers("short")).hasSize(1);
        assertThat(sender.unsent()).isEqualTo(1);
        sender.connected();
        assertThat(broker.refusals).hasValue(2);
    }

    @Test
    void thoseInMemoryOnlyAreBoundedInNumber() {
        broker.forbidden = true;
        for (int i = 0; i < 5_000; i++) {
            unwritten.put("u" + i, answer("u" + i, Reply.RETURN, 0));
            sender.replyUnwritten("u" + i);
        }
        assertThat(sender.unsent()).isBetween(1_000, 2_048);
        broker.forbidden = false;
        sender.connected();
        assertThat(broker.answers("u4999")).hasSize(1);
        assertThat(sender.unsent()).isZero();
    }

    @Test
    void thoseThatNobodyHearsForFourteenDaysAreGivenUp() throws IOException {
        broker.hasNobody = true;
        end("old", OLD, Reply.RETURN, 0);
        end(2, "r", Reply.RETURN);
        assertThat(sender.giveUp()).isTrue();
        assertThat(journal.stage("old")).isEqualTo(Journal.Stage.SENT);
        assertThat(sender.unsent()).isEqualTo(2);
        assertThat(sender.giveUp()).isFalse();
        assertThat(givenUp.count()).isEqualTo(1);
    }

    @Test
    void thoseThatTheBrokerRefusesForFourteenDaysAreGivenUpToo() throws IOException {
        broker.forbidden = true;
        end("forbidden", OLD, Reply.RETURN, 0);
        end("young", Reply.RETURN, 0);
        broker.longest = 100;
        end("never short enough", OLD, Reply.JOB, 200);
        unwritten.put("in memory", answer("in memory", Reply.RETURN, 0));
        sender.replyUnwritten("in memory");
        assertThat(sender.unsent()).isEqualTo(4);
        assertThat(sender.giveUp()).isTrue();
        assertThat(journal.at(Journal.Stage.SENT)).containsExactlyInAnyOrder("forbidden", "never short enough");
        assertThat(sender.unsent()).isEqualTo(2);
        assertThat(givenUp.count()).isEqualTo(2);
    }

    @Test
    void theAgeOfAnAnswerIsNotCountedByAClockThatNothingVouchedFor() throws IOException {
        broker.hasNobody = true;
        end("came before the clock was set", -OLD, Reply.RETURN, 0);
        assertThat(sender.giveUp()).isFalse();
        end("old", OLD, Reply.RETURN, 0);
        isClockTrusted = false;
        assertThat(sender.giveUp()).isFalse();
        isClockTrusted = true;
        assertThat(sender.giveUp()).isTrue();
        assertThat(sender.unsent()).isEqualTo(1);
    }

    /** Whoever paces himself by them would wait for ever. */
    @Test
    void thatAnAnswerIsGoneIsToldEvenIfItWasNotSent() throws IOException {
        left.set(0);
        sender.replyUnwritten("gone");
        assertThat(left.get()).isPositive();
        broker.hasNobody = true;
        end(1, "r", Reply.RETURN);
        left.set(0);
        sender.reply("never seen");
        assertThat(left.get()).isPositive();
    }
}
