package io.outrider.bench.service;

import io.outrider.bench.daemon.Folders;
import io.outrider.bench.service.ServiceSystem.EnrolledUnit;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Program {@code bench/service}: the fleet service with real units, checked by {@code bench/client.py}, on each layout. */
public final class ServiceMain {
    private static final String USAGE = """
            usage: bench/service --check [LAYOUT...]
              sqlite      everything embedded
              postgresql  a database server
              mosquitto   another broker
              cluster     two instances on one database server, with a cluster of their brokers and a unit at each
            Without a layout, all of them. With root the first unit has a container engine, to which a release goes. Exits with 0 only if everything holds.""";

    private ServiceMain() {}

    public static void main(String[] words) throws Exception {
        List<String> left = new ArrayList<>(List.of(words));
        List<String> known = new ArrayList<>();
        for (ServiceLayout each : ServiceLayout.values()) {
            known.add(each.name().toLowerCase(Locale.ROOT));
        }
        if (!left.remove("--check") || !known.containsAll(left)) {
            System.out.println(USAGE);
            System.exit(left.contains("--help") ? 0 : 2);
        }
        List<String> failed = new ArrayList<>();
        for (String each : left.isEmpty() ? known : left) {
            System.out.println("== " + each);
            if (!holds(ServiceLayout.valueOf(each.toUpperCase(Locale.ROOT)))) {
                failed.add(each);
            }
        }
        System.out.println(failed.isEmpty() ? "== all layouts hold" : "== wrong: " + String.join(", ", failed));
        System.exit(failed.isEmpty() ? 0 : 1);
    }

    private static boolean holds(ServiceLayout layout) throws Exception {
        Path folder = Files.createTempDirectory("outrider-service");
        boolean containers = System.getProperty("user.name").equals("root");
        if (!containers) {
            System.out.println("skipped, as a container engine needs root: a release on an engine, from a registry");
        }
        try (ServiceSystem system = new ServiceSystem(folder, layout, containers)) {
            boolean holds = true;
            for (EnrolledUnit each : system.units()) {
                holds &= client(system, each, each == system.units().get(0) ? system.registry() : null);
                if (layout == ServiceLayout.POSTGRESQL || layout == ServiceLayout.CLUSTER) {
                    holds &= isCertified(each);
                }
            }
            if (layout == ServiceLayout.CLUSTER) {
                holds &= new InstanceLoss(system).run();
            }
            for (EnrolledUnit each : holds ? List.<EnrolledUnit>of() : system.units()) {
                System.out.println("the log of " + each.unitId() + ", and its threads:\n" + logWithThreads(each));
            }
            for (ServiceProcess each : system.services()) {
                if (!holds) {
                    System.out.println("the log of " + each.url() + ":\n" + Files.readString(each.log()));
                }
                int stopped = each.stop();
                boolean right = stopped == 143 || stopped == 0;
                System.out.println((right ? "ok    " : "WRONG ") + "the service stops at SIGTERM");
                holds &= right;
            }
            return holds;
        } finally {
            Folders.delete(folder);
        }
    }

    /** At SIGQUIT the Java machine writes the stacks of its threads into the log, the references of native code last. */
    private static String logWithThreads(EnrolledUnit unit) throws Exception {
        String pid = Long.toString(unit.daemon().pid());
        new ProcessBuilder("kill", "-QUIT", pid).inheritIO().start().waitFor();
        Await.until(
                "the threads are in the log",
                () -> Files.readString(unit.daemon().log()).contains("JNI global refs"));
        return Files.readString(unit.daemon().log());
    }

    private static boolean isCertified(EnrolledUnit unit) throws InterruptedException {
        String checks = unit.daemon().outrider("doctor", "--text").out();
        boolean right =
                checks.matches("(?s).*ok +unit certificate +valid until.*") && checks.contains(", connected for");
        System.out.println((right ? "ok    " : "WRONG ") + unit.unitId()
                + " is connected by a certificate of the service" + (right ? "" : "; the doctor says: " + checks));
        return right;
    }

    /** @param registry of the unit's releases; null for a unit without a container engine */
    private static boolean client(ServiceSystem system, EnrolledUnit unit, DockerRegistry registry)
            throws IOException, InterruptedException {
        String urls = system.services().stream().map(ServiceProcess::url).collect(Collectors.joining(","));
        Path client = ServiceProcess.root().resolve("bench/client.py");
        List<String> command = new ArrayList<>(List.of("python3", client.toString(), urls, unit.device()));
        if (registry != null) {
            command.addAll(List.of(registry.url(), DockerRegistry.USER, DockerRegistry.PASSWORD, "app"));
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        String secrets =
                String.join("\n", system.services().get(0).token(), ServiceSystem.EMAIL, ServiceSystem.PASSWORD, "");
        process.getOutputStream().write(secrets.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        return process.waitFor() == 0;
    }
}
