package io.outrider.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Excerpt;
import io.outrider.bench.daemon.Folders;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.service.ServiceClient;
import io.outrider.bench.service.ServiceProcess;
import io.outrider.bench.service.ServiceSystem;
import io.outrider.testkit.TimeoutFactor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The whole system on one machine: the fleet service, a unit that has enrolled, its vehicle, and lines to type for each operation. */
final class ServiceDemo {
    private static final long MOST_SECONDS = TimeoutFactor.scaledSeconds(60);

    private final PrintStream out;
    private final Path folder;
    private final ServiceSystem system;
    private final boolean containers;

    private ServiceDemo(PrintStream out, Path folder, ServiceSystem system, boolean containers) {
        this.out = out;
        this.folder = folder;
        this.system = system;
        this.containers = containers;
    }

    /**
     * Starts everything; returns the exit code.
     *
     * @param check runs the lines instead of waiting
     */
    static int run(boolean check, PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("outrider-demo");
        boolean containers = System.getProperty("user.name").equals("root");
        try (ResourceCloser closer = new ResourceCloser()) {
            if (!check) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(closer, folder)));
            }
            out.println("the service, a unit and its vehicle start");
            ServiceSystem system = closer.add(ServiceSystem.embedded(folder, containers));
            ServiceDemo demo = new ServiceDemo(out, folder, system, containers);
            String head = demo.head(closer);
            if (check) {
                return demo.check(closer, head);
            }
            demo.show(head);
            new CountDownLatch(1).await(); // until Ctrl-C
            return 0;
        } finally {
            Folders.delete(folder);
        }
    }

    private static void end(ResourceCloser closer, Path folder) {
        try {
            closer.close();
            Folders.delete(folder);
        } catch (Exception e) {
            System.err.println("not everything could be ended: " + e.getMessage());
        }
    }

    private ServiceProcess service() {
        return system.services().get(0);
    }

    /** Definitions of what the lines use. */
    private String head(ResourceCloser closer) throws IOException {
        Process receiver = new ProcessBuilder(
                        "python3",
                        ServiceProcess.root().resolve("bench/webhook.py").toString(),
                        folder.resolve("callbacks").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        closer.add(receiver::destroyForcibly);
        receiver.getOutputStream().write((service().token() + "\n").getBytes(StandardCharsets.UTF_8));
        receiver.getOutputStream().flush();
        String port =
                new BufferedReader(new InputStreamReader(receiver.getInputStream(), StandardCharsets.UTF_8)).readLine();
        Files.createFile(folder.resolve("callbacks"));
        ServiceSystem.EnrolledUnit unit = system.units().get(0);
        return """
                cd %s
                url=%s
                token=%s
                auth="Authorization: APIToken $token"
                device=%s    # the vehicle's unit, van-12
                secret=$(cat %s)    # of the unit
                callback=http://127.0.0.1:%s/    # where a receiver of webhooks listens
                registry_url=%s
                engine=%s    # socket of the unit's container engine
                field() { python3 -c "import json, sys; print(json.load(sys.stdin)['$1'])"; }
                now=$(date -u +%%FT%%TZ) hour_ago=$(date -u -d '-1 hour' +%%FT%%T.000Z) day_ago=$(date -u -d '-24 hours' +%%FT%%T.000Z) later=$(date -u -d '+5 minutes' +%%FT%%T.000Z)
                spare=$(curl -s -H "$auth" $url/dongle/devices/ -d '{"unit_id": "van-13", "containers": true}' | field id)    # a device whose unit is away
                """.formatted(
                        folder,
                        service().url(),
                        service().token(),
                        unit.device(),
                        unit.daemon().home().resolve("broker-password"),
                        port,
                        containers ? system.registry().url() : "http://127.0.0.1:5000",
                        containers ? system.engine().socket() : "none");
    }

    private void show(String head) {
        out.println("\nPaste these into another shell:\n\n" + head);
        for (DemoLine each : DemoLine.all()) {
            if (containers || !each.containers()) {
                out.println("# " + each.comment() + "\n" + each.command() + "\n");
            }
        }
        out.println("logs: " + service().log() + ", "
                + system.units().get(0).daemon().log() + "; Ctrl-C ends everything and removes " + folder);
    }

    private int check(ResourceCloser closer, String head) throws IOException {
        BashSession shell = closer.add(new BashSession(folder));
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        closer.add(timer::shutdownNow);
        shell.type(head);
        int wrong = 0;
        Set<String> shown = new HashSet<>();
        for (DemoLine each : DemoLine.all()) {
            shown.add(each.operation());
            if (each.containers() && !containers) {
                out.println("skipped: " + each.comment() + ", as a container engine of its own needs root");
                continue;
            }
            ScheduledFuture<?> limit = timer.schedule(shell::kill, MOST_SECONDS, TimeUnit.SECONDS);
            String output = shell.type(each.command());
            limit.cancel(false);
            boolean right = each.expected().matcher(output).find();
            wrong += right ? 0 : 1;
            out.println((right ? "ok    " : "WRONG ") + each.comment() + "\n      " + Excerpt.of(output, 200));
            if (!right) {
                out.println("      expected: " + each.expected() + "\n      " + each.command());
            }
            if (!shell.isAlive()) {
                out.println("it has not ended within " + MOST_SECONDS + " s; nothing more is tried");
                break;
            }
        }
        for (String each : operations()) {
            if (shell.isAlive() && !shown.contains(each)) {
                wrong++;
                out.println("WRONG no line shows " + each);
            }
        }
        out.println(
                wrong == 0
                        ? "every operation was shown"
                        : wrong + " wrong; log: " + Files.readString(service().log()));
        return wrong == 0 ? 0 : 1;
    }

    /** Operations of the OpenAPI document. */
    private List<String> operations() throws IOException {
        List<String> operations = new java.util.ArrayList<>();
        JsonNode paths =
                new ServiceClient(service().url(), "").get("/openapi.json").get("paths");
        paths.properties()
                .forEach(path -> path.getValue().properties().forEach(each -> {
                    if (Set.of("get", "post", "put", "patch", "delete").contains(each.getKey())) {
                        operations.add(each.getKey().toUpperCase(java.util.Locale.ROOT) + " " + path.getKey());
                    }
                }));
        return operations;
    }
}
