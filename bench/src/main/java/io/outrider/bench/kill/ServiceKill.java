package io.outrider.bench.kill;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.service.MachineService;
import io.outrider.bench.service.ServiceCluster;
import io.outrider.bench.service.ServiceProcess;
import io.outrider.testkit.Await;
import io.outrider.testkit.PostgresServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Kills of the fleet service (SIGKILL), or cuts of its power, at every point of a command, a callback, an ingest and a release. Whatever it had acknowledged
 * has to come true: each accepted command reaches its unit and ends in its callbacks, each record is stored once, each release reaches
 * its devices.
 */
final class ServiceKill {
    /** A request that a killed service had taken is taken again after a minute. */
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private static final String SETTINGS =
            "[callbacks]\nallow = [\"127.0.0.0/8\", \"10.0.2.2/32\"]\npauses = [\"1s\", \"1s\", \"1s\", \"1s\"]\n";

    private static final int MOST_DELAY_MILLIS = 25;

    /** An emulated processor takes longer for the same work. */
    private static final int MOST_DELAY_OF_MACHINE_MILLIS = 500;

    private final KilledService fleet;
    private final int mostDelayMillis;
    private final PrintStream out;
    private final List<ServiceRound> rounds = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    private ServiceKill(KilledService fleet, int mostDelayMillis, PrintStream out) {
        this.fleet = fleet;
        this.mostDelayMillis = mostDelayMillis;
        this.out = out;
    }

    /** Returns the exit code. */
    static int run(int kills, boolean postgresql, long seed, Path folder, PrintStream out) throws Exception {
        String more = postgresql ? database() : "";
        ServiceProcess service = new ServiceProcess(ServiceProcess.built(), folder, SETTINGS + more);
        try (KilledService fleet = new KilledService(service, "127.0.0.1")) {
            ServiceKill run = new ServiceKill(fleet, MOST_DELAY_MILLIS, out);
            run.kill(kills, 1, new Random(seed));
            run.stop(service::stop);
            run.check();
            return run.result(kills);
        }
    }

    /** Kills one of two instances with a cluster of their brokers, the other one each time; returns the exit code. */
    static int runCluster(int kills, long seed, Path folder, PrintStream out) throws Exception {
        Random random = new Random(seed);
        ServiceCluster cluster = new ServiceCluster(folder, SETTINGS + database(), random);
        try (KilledService fleet = new KilledService(cluster, "127.0.0.1")) {
            ServiceKill run = new ServiceKill(fleet, MOST_DELAY_MILLIS, out);
            run.kill(kills, 2, random);
            run.stop(cluster::stop);
            run.check();
            run.leave();
            return run.result(kills);
        }
    }

    private static String database() {
        return "[database]\nurl = \"" + PostgresServer.shared().newDatabase() + "\"\n";
    }

    /** Cuts the power of a virtual machine in place of kills; returns the exit code. */
    static int cutPower(int cuts, boolean postgresql, long seed, Path folder, PrintStream out) throws Exception {
        MachineService service = new MachineService(folder, postgresql, SETTINGS);
        try (KilledService fleet = new KilledService(service, MachineService.HOST)) {
            ServiceKill run = new ServiceKill(fleet, MOST_DELAY_OF_MACHINE_MILLIS, out);
            run.kill(cuts, 1, new Random(seed));
            run.check();
            return run.result(cuts);
        }
    }

    /** Kills each instance at each point; with fewer kills than that, at points behind an acknowledgement, by chance. */
    private void kill(int kills, int instances, Random random) throws Exception {
        boolean isEach = kills >= ServicePoint.values().length * instances;
        List<ServicePoint> points =
                new ArrayList<>(isEach ? List.of(ServicePoint.values()) : ServicePoint.ACKNOWLEDGED);
        if (!isEach) {
            Collections.shuffle(points, random);
        }
        for (int i = 0; i < kills; i++) {
            ServicePoint point = points.get(i / instances % points.size());
            long delay = random.nextInt(mostDelayMillis);
            ServiceRound round = round();
            boolean isLong = instances > 1 && random.nextBoolean();
            boolean reached = fleet.kill(round, point, delay, isLong ? () -> executeBeside(round) : () -> {});
            out.printf("%-22s +%3d ms  %s%n", point, delay, reached ? "killed" : "WRONG: not reached");
            if (!reached) {
                wrong.add(point + " was not reached");
            }
        }
    }

    private void executeBeside(ServiceRound round) {
        long begin = System.nanoTime();
        round.executeBeside();
        out.printf("while one instance is down, the other ends a command: %.1f s%n", (System.nanoTime() - begin) / 1e9);
    }

    private void stop(Callable<Integer> stop) throws Exception {
        int code = fleet.stop(round(), stop);
        check("the service stops by itself at SIGTERM", code == 143 || code == 0, code);
    }

    /** While all instances run, each thing is done once, by one of them. */
    private void leave() {
        ServiceRound round = round();
        fleet.leave(round);
        List<String> expected = Stream.of(
                        "/absent TIMEOUT",
                        "/late COMMAND_EXECUTED",
                        "/late TIMEOUT",
                        "/ok COMMAND_EXECUTED",
                        "/refused COMMAND_EXECUTED",
                        "/refused COMMAND_EXECUTED")
                .map(each -> "/" + round.number() + each)
                .toList();
        isReached(() -> callbacks(round).size() >= expected.size());
        round.acceptedJids.forEach(this::checkCommand);
        round.absentJids.forEach(this::checkTimeout);
        check(
                "without a kill, each callback comes once, and a refused one once more",
                callbacks(round).equals(expected),
                callbacks(round));
        check(
                "without a kill, each command comes to its unit once",
                round.acceptedJids.stream().allMatch(jid -> fleet.deliveries(jid) == 1),
                round.acceptedJids);
    }

    private List<String> callbacks(ServiceRound round) {
        return Stream.concat(round.acceptedJids.stream(), round.absentJids.stream())
                .flatMap(jid -> fleet.callbacks(jid).all().stream())
                .map(each -> each.path() + " " + each.state())
                .sorted()
                .toList();
    }

    private static boolean isReached(Await.Expectation condition) {
        try {
            Await.until("it is reached", LONGEST, condition);
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    private int result(int kills) {
        wrong.addAll(fleet.mistakes());
        wrong.forEach(each -> out.println("WRONG " + each));
        out.println(kills + " kills, " + wrong.size() + " wrong" + (wrong.isEmpty() ? "" : "; log: " + fleet.log()));
        return wrong.isEmpty() ? 0 : 1;
    }

    private ServiceRound round() {
        ServiceRound round = new ServiceRound(rounds.size(), fleet, fleet::reach);
        rounds.add(round);
        return round;
    }

    private void check(String sentence, boolean holds, Object detail) {
        if (holds) {
            out.println("ok    " + sentence);
        } else {
            wrong.add(sentence + ": " + detail);
        }
    }

    private void check() throws IOException {
        int commands = 0;
        int timeouts = 0;
        long commandsAgain = 0;
        long callbacksAgain = 0;
        for (ServiceRound round : rounds) {
            for (String jid : round.acceptedJids) {
                commands++;
                checkCommand(jid);
                commandsAgain += fleet.deliveries(jid) - 1;
                callbacksAgain += fleet.callbacks(jid).again();
            }
            for (String jid : round.absentJids) {
                timeouts++;
                checkTimeout(jid);
                callbacksAgain += fleet.callbacks(jid).again();
            }
        }
        out.println("ok    " + commands + " accepted commands were looked at, and " + timeouts
                + " of a unit that is away, which end by their timers; the kills made " + commandsAgain
                + " of them and " + callbacksAgain + " callbacks come again");
        checkRecords("bench.batch");
        checkRecords("bench.upload");
        checkReleases();
    }

    private void checkCommand(String jid) {
        try {
            Await.until(
                    "command " + jid + " has its callback",
                    LONGEST,
                    () -> fleet.deliveries(jid) > 0 && fleet.callbacks(jid).isExecuted());
            Await.until(
                    "command " + jid + " is done",
                    LONGEST,
                    () -> stored("job", jid).get("state").asText().equals("done"));
            Await.until(
                    "the record of " + jid + " lists each callback",
                    LONGEST,
                    () -> stored("callback", jid).get("sent_requests").size()
                            >= fleet.callbacks(jid).all().size());
        } catch (AssertionError e) {
            wrong.add(
                    e.getMessage() + "; deliveries: " + fleet.deliveries(jid) + ", callbacks: " + fleet.callbacks(jid));
            return;
        }
        if (!fleet.callbacks(jid).isRight()) {
            wrong.add("callbacks of " + jid + ": " + fleet.callbacks(jid));
        }
    }

    /** The timer of a callback is as good behind a kill: the unit never answers. */
    private void checkTimeout(String jid) {
        boolean isListed = isReached(() -> fleet.callbacks(jid).isTimedOut()
                && fleet.client()
                                .get("/dongle/devices/" + fleet.absentDevice() + "/callback/" + jid + "/")
                                .get("sent_requests")
                                .size()
                        >= fleet.callbacks(jid).all().size());
        if (!isListed
                || !fleet.callbacks(jid).isTimedOut()
                || !fleet.callbacks(jid).isRight()) {
            wrong.add("the timer of " + jid + ": " + fleet.callbacks(jid));
        }
    }

    private JsonNode stored(String kind, String jid) throws IOException {
        return fleet.client().get("/dongle/devices/" + fleet.device(0) + "/" + kind + "/" + jid + "/");
    }

    /** Each record of a round was acknowledged, and has to be there once. */
    private void checkRecords(String type) throws IOException {
        int expected = rounds.size() * ServiceRound.RECORDS;
        Map<Long, Integer> times = new HashMap<>();
        boolean isComplete = isReached(() -> {
            times.clear();
            fleet.client()
                    .get("/logbook/storage/raw/?device_id=" + fleet.device(0) + "&data_type=" + type
                            + "&start_utc=2026-11-27T09:00:00Z&end_utc=2026-11-27T11:00:00Z")
                    .forEach(each -> times.merge(each.get("n").longValue(), 1, Integer::sum));
            return times.size() == expected;
        });
        boolean once = times.values().stream().allMatch(each -> each == 1);
        check(
                times.size() + " records " + type + " are stored, each once",
                isComplete && once,
                times.size() + " of " + expected + ", each once: " + once);
    }

    private void checkReleases() throws IOException {
        String path = "/docker/projects/" + fleet.project() + "/releases/";
        JsonNode releases = fleet.client().get(path);
        boolean whole = releases.size() == rounds.size();
        for (JsonNode each : releases) {
            whole &= each.get("devices").size() == 2 && each.get("containers").size() == 1;
        }
        check(releases.size() + " releases are there, each whole", whole, releases);
        try {
            Await.until("the newest release is on both devices", LONGEST, () -> {
                JsonNode active = fleet.client().get(path + "active/");
                return active.get("successful_deployments").size() == 2
                        && active.get("state").asText().equals("published");
            });
        } catch (AssertionError e) {
            wrong.add(e.getMessage() + ": " + fleet.client().get(path + "active/"));
        }
    }
}
