package io.outrider.bench.kill;

import io.outrider.agent.commands.FaultInjector;
import io.outrider.bench.daemon.Folders;
import io.outrider.testkit.Mosquitto;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Program {@code bench/kill}: the installed daemon with a real broker, and SIGKILL at each point of a job's life
 * in turn. Every job must be executed once and answered once, with a true answer. With {@code --service} the fleet service.
 */
public final class Kill {
    private static final int UNITS = 2;

    private static final String USAGE = """
            usage: bench/kill [--runs N]                                   the daemon, 200 times by default
                   bench/kill --service [--runs N] [--postgresql] [--seed N]   the fleet service, once at each point by default
                   bench/kill --service --cluster [--runs N] [--seed N]        one of two instances with a cluster of their brokers,
                                                                               each of them at each point by default
                   bench/kill --service --power-cuts N [--postgresql] [--seed N]   the power of its virtual machine; minutes each""";

    private Kill() {}

    public static void main(String[] arguments) {
        int code = 1;
        try {
            code = run(arguments, System.out, System.err);
        } catch (Exception | AssertionError e) { // with threads of units that would go on
            e.printStackTrace();
        }
        System.exit(code);
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) throws Exception {
        int runs = 200;
        if (arguments.length > 0 && arguments[0].equals("--service")) {
            return service(List.of(arguments).subList(1, arguments.length), out, err);
        }
        if (arguments.length == 2 && arguments[0].equals("--runs") && arguments[1].matches("[1-9][0-9]{0,4}")) {
            runs = Integer.parseInt(arguments[1]);
        } else if (arguments.length > 0) {
            boolean help = arguments[0].equals("--help");
            (help ? out : err).println(USAGE);
            return help ? 0 : 2;
        }
        Path folder = Files.createTempDirectory("outrider-kill");
        List<KillResult> results = kill(runs, folder);
        print(results, out);
        List<KillResult> bad = results.stream().filter(each -> !each.good()).toList();
        bad.forEach(each -> out.println("WRONG: " + each));
        if (!bad.isEmpty()) {
            out.println("logs: " + folder);
        }
        return bad.isEmpty() ? 0 : 1;
    }

    private static int service(List<String> words, PrintStream out, PrintStream err) throws Exception {
        int runs = 0;
        long seed = System.nanoTime();
        int cuts = 0;
        boolean postgresql = false;
        boolean cluster = false;
        for (int i = 0; i < words.size(); i++) {
            boolean number = i + 1 < words.size() && words.get(i + 1).matches("[1-9][0-9]{0,14}");
            if (words.get(i).equals("--runs") && number) {
                runs = Integer.parseInt(words.get(++i));
            } else if (words.get(i).equals("--power-cuts") && number) {
                cuts = Integer.parseInt(words.get(++i));
            } else if (words.get(i).equals("--seed") && number) {
                seed = Long.parseLong(words.get(++i));
            } else if (words.get(i).equals("--postgresql")) {
                postgresql = true;
            } else if (words.get(i).equals("--cluster")) {
                cluster = true;
            } else {
                err.println(USAGE);
                return 2;
            }
        }
        if (cluster && (postgresql || cuts > 0)) { // it always has PostgreSQL, and no machine of its own
            err.println(USAGE);
            return 2;
        }
        if (runs == 0) {
            runs = ServicePoint.values().length * (cluster ? 2 : 1);
        }
        out.println("seed " + seed);
        Path folder = Files.createTempDirectory("outrider-kill");
        int code;
        if (cuts > 0) {
            code = ServiceKill.cutPower(cuts, postgresql, seed, folder, out);
        } else if (cluster) {
            code = ServiceKill.runCluster(runs, seed, folder, out);
        } else {
            code = ServiceKill.run(runs, postgresql, seed, folder, out);
        }
        if (code == 0) {
            Folders.delete(folder);
        }
        return code;
    }

    static List<KillResult> kill(int runs, Path folder) throws Exception {
        List<KillPoint> all = points();
        List<List<KillPoint>> parts = new ArrayList<>();
        for (int i = 0; i < UNITS; i++) {
            parts.add(new ArrayList<>());
        }
        for (int i = 0; i < runs; i++) {
            parts.get(i % UNITS).add(all.get(i / UNITS % all.size()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(UNITS);
        try (Mosquitto broker = Mosquitto.open(folder)) {
            List<Future<List<KillResult>>> units = new ArrayList<>();
            for (int i = 0; i < UNITS; i++) {
                String unit = "unit-" + i;
                units.add(threads.submit(new KilledUnit(unit, folder.resolve(unit), broker, parts.get(i))));
            }
            List<KillResult> results = new ArrayList<>();
            for (Future<List<KillResult>> each : units) {
                results.addAll(each.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException("logs: " + folder, e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<KillPoint> points() {
        List<KillPoint> all = new ArrayList<>();
        for (FaultInjector.Point point : FaultInjector.Point.values()) {
            all.add(new KillPoint(point));
        }
        all.add(KillPoint.INSIDE);
        return all;
    }

    private static void print(List<KillResult> results, PrintStream out) {
        Map<String, int[]> sums = new TreeMap<>();
        for (KillResult each : results) {
            int[] sum = sums.computeIfAbsent(each.point().text(), name -> new int[4]);
            sum[0]++;
            sum[1] += each.executions();
            sum[2] += each.returns();
            sum[3] += each.deliveries();
        }
        out.println("killed at    | jobs | executed | different returns | delivered");
        sums.forEach(
                (point, sum) -> out.printf("%-12s | %4d | %8d | %17d | %9d%n", point, sum[0], sum[1], sum[2], sum[3]));
        long wrong = results.stream().filter(each -> !each.good()).count();
        out.printf("%d kills, %d wrong%n", results.size(), wrong);
    }
}
