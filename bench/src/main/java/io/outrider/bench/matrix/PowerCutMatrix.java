package io.outrider.bench.matrix;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Power cuts of a virtual machine within the change of an upgrade; each boot judges the cut before. */
final class PowerCutMatrix {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CUT = 123;

    private final Path repository;
    private final Path folder;
    private final PrintStream out;

    /** @param repository with {@code bench/vm}; it is the working folder, and has the class path */
    PowerCutMatrix(Path repository, Path folder, PrintStream out) throws IOException {
        this.repository = repository.toAbsolutePath();
        this.folder = Files.createDirectories(folder);
        this.out = out;
        Files.createDirectories(share());
    }

    /** So many cuts, spread over the steps that need no registry. */
    List<MatrixResult> run(List<MatrixPoint> points, int cuts) throws IOException, InterruptedException {
        List<PowerCutGuest.Order> all = orders(points);
        List<MatrixResult> results = new ArrayList<>();
        PowerCutGuest.Order last = null;
        for (int i = 0; i <= cuts; i++) {
            PowerCutGuest.Order order =
                    i == cuts ? new PowerCutGuest.Order(null, null) : all.get(i * all.size() / cuts % all.size());
            long begin = System.nanoTime();
            PowerCutGuest.Verdict verdict = boot(order);
            if (last != null) {
                MatrixCase of = new MatrixCase(MatrixScenario.UPGRADE, last.point(), MatrixFault.POWER_CUT);
                MatrixResult result = new MatrixResult(of, verdict.end(), verdict.problems(), 0)
                        .after((System.nanoTime() - begin) / 1e9);
                results.add(result);
                out.println(i + "/" + cuts + " " + (result.good() ? "" : "WRONG ") + result);
            }
            last = order;
        }
        return results;
    }

    /** The images are on the unit: the run has no preparation, and its steps are counted from the first change. */
    static List<PowerCutGuest.Order> orders(List<MatrixPoint> points) {
        List<MatrixPoint> changes = points.stream()
                .filter(each -> !each.text().matches("(log in to|pull|remove image) .*"))
                .toList();
        int prepared = points.size() - changes.size();
        return changes.stream()
                .map(each -> new MatrixPoint(each.index() - prepared, each.text(), each.calls()))
                .flatMap(each -> Stream.of(MatrixFault.Place.BEFORE_CALL, MatrixFault.Place.AFTER_CALL)
                        .map(place -> new PowerCutGuest.Order(each, place)))
                .toList();
    }

    private Path share() {
        return folder.resolve("share");
    }

    private PowerCutGuest.Verdict boot(PowerCutGuest.Order order) throws IOException, InterruptedException {
        Path verdict = share().resolve(PowerCutGuest.VERDICT);
        Files.deleteIfExists(verdict);
        JSON.writeValue(share().resolve(PowerCutGuest.ORDER).toFile(), order);
        String java = "mkdir -p /var/lib/outrider/matrix; export OUTRIDER_TIMEOUT_FACTOR=10;"
                + " exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
                + " -Dlogback.configurationFile=io/outrider/bench/matrix/logback.xml"
                + " -Doutrider.matrix.log=/mnt/host2/agent.log -cp '" + classPath() + "' "
                + PowerCutGuest.class.getName() + " /mnt/host2 /var/lib/outrider/matrix 2>> /mnt/host2/errors";
        Process machine = new ProcessBuilder(List.of(
                        repository.resolve("bench/vm/run").toString(),
                        "--share",
                        repository.toString(),
                        "--share",
                        share().toString(),
                        "--disk",
                        folder.resolve("disk.img").toString(),
                        "--memory",
                        "1536",
                        "--timeout",
                        "1200",
                        "--cut-after",
                        "0",
                        "--",
                        "bash",
                        "-c",
                        java))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("machine.log").toFile()))
                .start();
        int code = machine.waitFor();
        if (code != CUT) {
            return new PowerCutGuest.Verdict("", List.of("the machine ended with " + code + ", see " + folder));
        }
        return Files.exists(verdict)
                ? JSON.readValue(verdict.toFile(), PowerCutGuest.Verdict.class)
                : new PowerCutGuest.Verdict("", List.of("no verdict, see " + folder));
    }

    /** As the machine sees it. */
    private String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(each -> !each.isEmpty())
                .map(each -> "/mnt/host/"
                        + repository.relativize(Path.of(each).toAbsolutePath().normalize()))
                .collect(Collectors.joining(":"));
    }
}
