package io.outrider.bench.kill;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.service.MachineService;
import io.outrider.bench.service.ServiceProcess;
import io.outrider.testkit.Await;
import io.outrider.testkit.PostgresServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

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
        String more =
                postgresql ? "[database]\nurl = \"" + PostgresServer.shared().newDatabase() + "\"\n" : "";
        ServiceProcess service = new ServiceProcess(ServiceProcess.built(), folder, SETTINGS + more);
        try (KilledService fleet = new KilledService(service, "127.0.0.1")) {
            ServiceKill run = new ServiceKill(fleet, MOST_DELAY_MILLIS, out);
            run.kill(kills, new Random(seed));
            int code = fleet.stop(run.round(), service::stop);
            run.check("the service stops by itself at SIGTERM", code == 143 || code == 0, code);
            return run.result(kills);
        }
    }

    /** Cuts the power of a virtual machine in place of kills; returns the exit code. */
    static int cutPower(int cuts, boolean postgresql, long seed, Path folder, PrintStream out) throws Exception {
        MachineService service = new MachineService(folder, postgresql, SETTINGS);
        try (KilledService fleet = new KilledService(service, MachineService.HOST)) {
            ServiceKill run = new ServiceKill(fleet, MOST_DELAY_OF_MACHINE_MILLIS, out);
            run.kill(cuts, new Random(seed));
            return run.result(cuts);
        }
    }

    /** Fewer kills than points are spread over them. */
    private void kill(int kills, Random random) throws Exception {
        ServicePoint[] points = ServicePoint.values();
        for (int i = 0; i < kills; i++) {
            ServicePoint point = points[kills < points.length ? i * points.length / kills : i % points.length];
            long delay = random.nextInt(mostDelayMillis);
            boolean reached = fleet.kill(round(), point, delay);
            out.printf("%-22s +%3d ms  %s%n", point, delay, reached ? "killed" : "WRONG: not reached");
            if (!reached) {
                wrong.add(point + " was not reached");
            }
        }
    }

    private int result(int kills) throws IOException {
        check();
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
        for (ServiceRound round : rounds) {
            for (String jid : round.acceptedJids) {
                commands++;
                checkCommand(jid);
            }
        }
        out.println("ok    " + commands + " accepted commands were looked at");
        checkRecords("bench.batch");
        checkRecords("bench.upload");
        checkReleases();
        wrong.addAll(fleet.mistakes());
    }

    private void checkCommand(String jid) {
        try {
            Await.until(
                    "command " + jid + " has its callback",
                    LONGEST,
                    () -> fleet.isDelivered(jid)
                            && fleet.callbacks(jid).stream()
                                    .anyMatch(each -> each.state().equals("COMMAND_EXECUTED")));
            Await.until(
                    "command " + jid + " is done",
                    LONGEST,
                    () -> job(jid).get("state").asText().equals("done"));
        } catch (AssertionError e) {
            wrong.add(
                    e.getMessage() + "; delivered: " + fleet.isDelivered(jid) + ", callbacks: " + fleet.callbacks(jid));
            return;
        }
        List<WebhookReceiver.Received> callbacks = fleet.callbacks(jid);
        List<String> states =
                callbacks.stream().map(WebhookReceiver.Received::state).toList();
        boolean genuine = callbacks.stream().allMatch(WebhookReceiver.Received::genuine);
        boolean inOrder = states.indexOf("TIMEOUT") <= states.indexOf("COMMAND_EXECUTED");
        boolean few = states.stream().filter("TIMEOUT"::equals).count() <= 5
                && states.stream().filter("COMMAND_EXECUTED"::equals).count() <= 5;
        if (!genuine || !inOrder || !few) {
            wrong.add("callbacks of " + jid + ": " + callbacks);
        }
    }

    private JsonNode job(String jid) throws IOException {
        return fleet.client().get("/dongle/devices/" + fleet.device(0) + "/job/" + jid + "/");
    }

    /** Each record of a round was acknowledged, and has to be there once. */
    private void checkRecords(String type) throws IOException {
        JsonNode all = fleet.client()
                .get("/logbook/storage/raw/?device_id=" + fleet.device(0) + "&data_type=" + type
                        + "&start_utc=2026-11-27T09:00:00Z&end_utc=2026-11-27T11:00:00Z");
        Map<Long, Integer> times = new HashMap<>();
        all.forEach(each -> times.merge(each.get("n").longValue(), 1, Integer::sum));
        int expected = rounds.size() * ServiceRound.RECORDS;
        boolean once = times.values().stream().allMatch(each -> each == 1);
        check(
                times.size() + " records " + type + " are stored, each once",
                times.size() == expected && once,
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
