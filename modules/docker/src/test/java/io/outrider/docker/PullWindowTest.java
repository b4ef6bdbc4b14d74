package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.docker.registry.ProjectVerdict;
import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Window of pulls: settings, networks as the kernel lists them, and the budget of a day. */
class PullWindowTest {
    private static final String HEADER =
            "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n";

    @TempDir
    private Path folder;

    private final AtomicLong pulled = new AtomicLong();
    private Instant now = Instant.parse("2026-03-01T22:00:00Z");

    private final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    };

    private PullBudget budget(long most) {
        long before = pulled.get();
        return new PullBudget(folder.resolve("data/pulled"), most, () -> pulled.get() - before, clock);
    }

    private static String route(String network, String destination, String mask, int metric) {
        return network + "\t" + destination + "\t0101A8C0\t0003\t0\t0\t" + metric + "\t" + mask + "\t0\t0\t0\n";
    }

    private PullWindow window(String mode, String... routes) throws Exception {
        Path file = folder.resolve("route");
        Files.writeString(file, HEADER + String.join("", routes));
        return new PullWindow(mode, List.of("wwan*", "ppp0"), folder, budget(0));
    }

    /** As of Linux 6.1. */
    private static String route6(String network, String destination, String metric, String flags) {
        String any = "0".repeat(32);
        return destination + " " + any + " 00 fe80000000000000deadbeef00000001 " + metric + " 00000001 00000000 "
                + flags + " " + " ".repeat(8 - network.length()) + network + "\n";
    }

    @Test
    void aDefaultRouteOfIPv6CountsToo() throws Exception {
        String any = "0".repeat(32) + " 00";
        String wireless = route("wlan0", "00000000", "00000000", 600);
        String modem = route6("wwan0", any, "00000400", "00000003");
        String refusing = route6("lo", any, "ffffffff", "00200200");
        String local = route6("wwan0", "fe80" + "0".repeat(28) + " 40", "00000100", "00000001");
        PullWindow window = window("metered-never", wireless);
        assertThat(window.closed(false)).as("a kernel without IPv6").isEmpty();
        Files.writeString(folder.resolve("ipv6_route"), local + refusing);
        assertThat(window.closed(false)).isEmpty();
        Files.writeString(folder.resolve("ipv6_route"), local + modem + refusing);
        assertThat(window.closed(false))
                .map(Failure::getMessage)
                .hasValueSatisfying(text -> assertThat(text).contains("wwan0"));
        assertThat(window("metered-never").closed(false)).as("IPv6 only").isPresent();
        Files.writeString(
                folder.resolve("ipv6_route"), modem + route6("wlan0", any, "00000258", "00000003") + refusing);
        assertThat(window.closed(false)).as("the lower metric counts").isEmpty();
        assertThat(window("metered-never").closed(false)).isEmpty();
    }

    @Test
    void nothingIsPulledWithoutADefaultRouteIfNetworksMayCostMoney() throws Exception {
        Files.writeString(folder.resolve("ipv6_route"), route6("lo", "0".repeat(32) + " 00", "ffffffff", "00200200"));
        String refusing = route("*", "00000000", "00000000", 0);
        assertThat(window("metered-never", refusing, route("wlan0", "0000A8C0", "00FFFFFF", 0))
                        .closed(false))
                .map(Failure::getMessage)
                .hasValueSatisfying(text -> assertThat(text).contains("no default route"));
        assertThat(window("metered-never").forbids(Duration.ZERO))
                .as("the route may come back soon, and the pull goes on")
                .isFalse();
        assertThat(window("any").closed(false)).isEmpty();
    }

    @Test
    void imagesWaitForTheIdleVehicleIfTheOwnerWantsIt() throws Exception {
        PullWindow window = window("idle");
        assertThat(window.closed(false)).map(Failure::code).contains("PULL_WAITS");
        assertThat(window.closed(true)).isEmpty();
        assertThat(window("any").closed(false)).isEmpty();
    }

    @Test
    void nothingIsPulledOverAMeteredNetwork() throws Exception {
        String modem = route("wwan0", "00000000", "00000000", 100);
        String wireless = route("wlan0", "00000000", "00000000", 50);
        String local = route("wwan0", "0000A8C0", "00FFFFFF", 0);
        assertThat(window("metered-never", modem).closed(false))
                .map(Failure::getMessage)
                .hasValueSatisfying(text -> assertThat(text).contains("wwan0"));
        assertThat(window("metered-never", modem).closed(true)).as("idle, too").isPresent();
        assertThat(window("metered-never", modem, wireless).closed(false))
                .as("the lower metric counts")
                .isEmpty();
        assertThat(window("metered-never", local, wireless).closed(false)).isEmpty();
        assertThat(window("metered-never", route("ppp1", "00000000", "00000000", 0))
                        .closed(false))
                .isEmpty();
        assertThat(window("any", modem).closed(false)).isEmpty();
    }

    @Test
    void aTableThatCannotBeReadCountsAsMetered() {
        assertThat(new PullWindow("metered-never", List.of(), folder.resolve("absent"), budget(0)).closed(false))
                .isPresent();
    }

    @Test
    void theBudgetOfADayIsKeptOverRestartsAndBeginsAnewAtMidnight() {
        PullBudget budget = budget(1_000);
        pulled.addAndGet(600);
        assertThat(budget.left()).isEqualTo(400);
        budget.save();
        PullBudget reopened = budget(1_000);
        assertThat(reopened.left()).isEqualTo(400);
        pulled.addAndGet(5_000);
        assertThat(reopened.left()).isZero();
        assertThat(new PullWindow("any", List.of(), folder, reopened).closed(true))
                .map(Failure::code)
                .contains("PULL_BUDGET");
        now = now.plus(Duration.ofHours(3));
        assertThat(reopened.left()).isEqualTo(1_000);
    }

    @Test
    void aClockThatIsNotSetYetDoesNotBeginTheDayAnew() {
        PullBudget budget = budget(1_000);
        pulled.addAndGet(600);
        budget.save();
        Instant today = now;
        now = Instant.parse("1970-01-01T00:00:10Z");
        PullBudget booted = budget(1_000);
        assertThat(booted.left()).as("before the clock is set").isEqualTo(400);
        pulled.addAndGet(100);
        now = today.plusSeconds(60);
        assertThat(booted.left()).as("after it is set").isEqualTo(300);
        now = today.plus(Duration.ofDays(4_000));
        assertThat(booted.left()).isEqualTo(1_000);
        pulled.addAndGet(1_000);
        assertThat(booted.left()).isZero();
        now = today;
        assertThat(booted.left()).as("the date was wrong").isEqualTo(1_000);
    }

    @Test
    void aClockThatWasOnceAheadHoldsUpNoPullAfterARestart() {
        Instant today = now;
        now = today.plus(Duration.ofDays(1_024 * 7));
        PullBudget budget = budget(1_000);
        pulled.addAndGet(1_000);
        budget.save();
        assertThat(budget(1_000).left()).isZero();
        now = today;
        assertThat(budget(1_000).left()).isEqualTo(1_000);
        now = Instant.parse("2007-01-01T00:00:00Z");
        PullBudget late = budget(1_000);
        pulled.addAndGet(300);
        assertThat(late.left()).isEqualTo(700);
        now = today;
        assertThat(late.left()).as("one that was behind gives nothing").isEqualTo(700);
    }

    @Test
    void anAbandonedPullIsCancelledWhenTheWindowHasClosedForGood() throws Exception {
        PullWindow idle = window("idle");
        assertThat(idle.forbids(Duration.ofMinutes(9))).as("a short wake").isFalse();
        assertThat(idle.forbids(Duration.ofMinutes(11))).isTrue();
        assertThat(window("any").forbids(Duration.ofDays(1))).isFalse();
        assertThat(window("metered-never", route("wwan0", "00000000", "00000000", 0))
                        .forbids(Duration.ZERO))
                .isTrue();
        PullBudget used = budget(5);
        pulled.addAndGet(5);
        assertThat(new PullWindow("any", List.of(), folder, used).forbids(Duration.ZERO))
                .isTrue();
    }

    private static ProjectVerdict verdict(long... bytes) {
        List<ProjectVerdict.OfContainer> containers = LongStream.of(bytes)
                .mapToObj(
                        each -> new ProjectVerdict.OfContainer("c", "app:1", null, each, 1, true, List.of(), List.of()))
                .toList();
        return new ProjectVerdict("p", "1", "h", LongStream.of(bytes).sum(), 0, 0, List.of(), containers);
    }

    @Test
    void aPullBeginsOnlyIfItFitsIntoTheBudgetOfADay() {
        PullWindow window = new PullWindow("any", List.of(), folder, budget(1_000));
        assertThat(window.closed(false, verdict(400, 500))).isEmpty();
        assertThat(window.closed(false, verdict(700, 600)))
                .as("one image a day")
                .isEmpty();
        assertThat(window.closed(false, verdict(1_001)))
                .map(Failure::getMessage)
                .hasValueSatisfying(text -> assertThat(text).contains("1001 bytes", "pull_bytes_per_day"));
        pulled.addAndGet(600);
        assertThat(window.closed(false, verdict(400))).isEmpty();
        assertThat(window.closed(false, verdict(401))).map(Failure::code).contains("PULL_BUDGET");
        assertThat(window.closed(false)).as("one that has begun goes on").isEmpty();
        assertThat(window.closed(false, null)).as("not known yet").isEmpty();
    }

    @Test
    void aLongPullIsCountedBeforeItsEnd() {
        PullBudget budget = budget(100 << 20);
        pulled.addAndGet(5 << 20);
        assertThat(budget.left()).isEqualTo(95 << 20);
        assertThat(budget(100 << 20).left()).isEqualTo(95 << 20);
    }

    @Test
    void withoutALimitNothingIsWritten() {
        PullBudget budget = budget(0);
        pulled.addAndGet(1L << 40);
        budget.save();
        assertThat(budget.left()).isEqualTo(Long.MAX_VALUE);
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    @Announces("the bytes pulled today are counted from 0")
    void aDamagedFileCountsAsNone() throws Exception {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/pulled"), "yesterday many");
        assertThat(budget(7).left()).isEqualTo(7);
    }

    @Test
    @Announces("cannot be written")
    void aFullDiskStopsNoPull() throws Exception {
        Files.writeString(folder.resolve("data"), "no folder");
        PullBudget budget = budget(7);
        pulled.addAndGet(3);
        budget.save();
        assertThat(budget.left()).isEqualTo(4);
    }
}
