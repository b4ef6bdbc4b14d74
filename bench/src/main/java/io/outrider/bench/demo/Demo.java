package io.outrider.bench.demo;

import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.daemon.Folders;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.service.ServiceClient;
import io.outrider.bench.service.ServiceProcess;
import io.outrider.bench.service.ServiceSystem;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TestImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Program {@code bench/demo}: the fleet service, a unit in a simulated vehicle, and lines that try every operation. */
public final class Demo {
    private static final String USAGE = """
            usage: bench/demo [--check]
            The fleet service, a simulated vehicle, and a unit in it that has enrolled by a code; with root also a container
            engine and a registry with a password. Prints lines to paste, for each operation of the service, and what the unit
            does. Ctrl-C ends everything, and nothing is left.
              --check  runs each line, judges its result, and exits with 0 only if all are right""";

    /** Short times: the unit is idle seconds after a drive. */
    private static final String SETTINGS = """
            [power]
            start_s = 1
            stop_s = 1
            event_driven_period = 4
            inactivity_fallback_period = 0
            inactivity_after_sleep_period = 0
            delay = 0
            """;

    private static final int LOG_LINES = 20;
    private static final long END_SECONDS = 60;

    private final PrintStream out = System.out;
    private final CountDownLatch interrupted = new CountDownLatch(1);

    private Demo() {}

    public static void main(String[] words) throws Exception {
        List<String> arguments = List.of(words);
        boolean check = arguments.equals(List.of("--check"));
        if (!check && !arguments.isEmpty()) {
            System.out.println(USAGE);
            System.exit(arguments.contains("--help") || arguments.contains("-h") ? 0 : 2);
        }
        Demo demo = new Demo();
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> demo.interrupt(ended), "ctrl-c");
        Runtime.getRuntime().addShutdownHook(hook);
        int code = 1;
        try {
            code = demo.run(check);
        } finally {
            ended.countDown();
        }
        if (demo.interrupted.getCount() > 0) {
            Runtime.getRuntime().removeShutdownHook(hook);
            System.exit(code);
        }
    }

    /** Waits until everything has ended, as the JVM ends when this shutdown hook returns. */
    private void interrupt(CountDownLatch ended) {
        interrupted.countDown();
        try {
            ended.await(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int run(boolean check) throws Exception {
        Path folder = Files.createTempDirectory("outrider-demo");
        boolean root = System.getProperty("user.name").equals("root");
        long begun = System.nanoTime();
        try (ResourceCloser resources = new ResourceCloser()) {
            CommandedVehicle vehicle = resources.add(new CommandedVehicle());
            ServiceSystem system = resources.add(ServiceSystem.embedded(
                    folder,
                    root,
                    bus -> new SimulatedCar(bus, vehicle, Ticker.system(), CarSettings.DEFAULT.withBroadcast()),
                    SETTINGS));
            if (root) {
                system.registry().push(TestImage.running("app:2"));
            }
            ServiceProcess service = system.services().get(0);
            ServiceClient client = new ServiceClient(service.url(), service.token());
            Await.until(
                    "the unit is online, see " + system.units().get(0).daemon().log(),
                    () -> client.get("/dongle/devices/").path(0).path("online").asBoolean());
            Map<String, String> variables = new LinkedHashMap<>();
            variables.put("url", service.url());
            variables.put("token", service.token());
            variables.put("auth", "Authorization: APIToken " + service.token());
            variables.put("device", system.units().get(0).device());
            variables.put("registry", root ? system.registry().url() : "https://registry.example");
            variables.put("engine", root ? "unix://" + system.engine().socket() : "none");
            variables.put("hook", receiver(resources, service.token(), check));
            variables.put("car", vehicle.url());
            CurlLines lines = CurlLines.read();
            int code = check
                    ? new CurlCheck(lines, variables, root, folder, out).run(client.get("/openapi.json"))
                    : show(lines, variables, system);
            if (code != 0) {
                printEnd(service.log());
                printEnd(system.units().get(0).daemon().log());
            }
            return code;
        } catch (Exception | Error e) {
            if (interrupted.getCount() > 0) { // else all programs have got the signal too, some of them first
                throw e;
            }
            return 1;
        } finally {
            Folders.delete(folder);
            out.println("ended after " + (System.nanoTime() - begun) / 1_000_000_000 + " s; nothing is left");
        }
    }

    /** Starts the receiver of callbacks; returns its address. */
    private static String receiver(ResourceCloser resources, String token, boolean quiet) throws IOException {
        Path program = ServiceProcess.root().resolve("bench/webhook.py");
        int port = Mosquitto.freePort();
        Process process = new ProcessBuilder("python3", program.toString(), String.valueOf(port))
                .redirectOutput(quiet ? ProcessBuilder.Redirect.DISCARD : ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        resources.add(() -> process.destroyForcibly().waitFor());
        process.getOutputStream().write((token + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        Await.until("the receiver of callbacks accepts", () -> {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                return socket.isConnected();
            }
        });
        return "http://127.0.0.1:" + port + "/";
    }

    private int show(CurlLines lines, Map<String, String> variables, ServiceSystem system) throws Exception {
        out.println("# paste these lines into another terminal");
        for (Map.Entry<String, String> each : variables.entrySet()) {
            String value = each.getKey().equals("auth") ? "\"Authorization: APIToken $token\"" : each.getValue();
            out.println(each.getKey() + "=" + value);
        }
        lines.print(out);
        out.println();
        out.println("the service is at " + variables.get("url") + ", its log in "
                + system.services().get(0).log());
        out.println("the unit van-12 drives in a simulated vehicle, its log is in "
                + system.units().get(0).daemon().log());
        out.println((system.registry() == null
                        ? "no container engine, as that needs root"
                        : "a container engine and a registry at "
                                + system.registry().url())
                + "; the receiver of callbacks, bench/webhook.py, is at " + variables.get("hook"));
        out.println("user " + ServiceSystem.EMAIL + ", password " + ServiceSystem.PASSWORD);
        out.println("what happens (Ctrl-C ends everything):");
        Thread events = new Thread(
                () -> follow(
                        variables.get("url") + "/dongle/devices/" + variables.get("device") + "/events/",
                        variables.get("token")),
                "events");
        events.setDaemon(true);
        events.start();
        while (!interrupted.await(500, TimeUnit.MILLISECONDS)) {
            if (!system.units().get(0).daemon().alive()) {
                out.println("the unit has ended");
                return 1;
            }
        }
        return 0;
    }

    private void follow(String url, String token) {
        try {
            HttpURLConnection request =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            request.setRequestProperty("Authorization", "APIToken " + token);
            DeviceEvents events = new DeviceEvents(System.nanoTime());
            try (BufferedReader stream =
                    new BufferedReader(new InputStreamReader(request.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = stream.readLine(); line != null; line = stream.readLine()) {
                    String shown = events.take(line, System.nanoTime());
                    if (!shown.isEmpty()) {
                        out.println(shown);
                    }
                }
            }
        } catch (IOException e) {
            if (interrupted.getCount() > 0) {
                out.println("the stream of events has ended: " + e.getMessage());
            }
        }
    }

    private void printEnd(Path log) throws IOException {
        List<String> all = Files.readAllLines(log);
        out.println("the end of " + log + ":");
        all.subList(Math.max(0, all.size() - LOG_LINES), all.size()).forEach(out::println);
    }
}
