package io.outrider.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Docker Engine of Debian's {@code docker.io} with all its files in a folder of its own below /tmp; needs root. Its
 * containers have the network modes {@code none} and {@code host} only. Registries on loopback need no TLS.
 */
public final class DockerDaemon implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Path root;
    private final List<String> options;
    private final Thread atExit = new Thread(this::end, "dockerd-end");
    private Process process;

    /** Starts an engine; returns when it answers. */
    public static DockerDaemon open(String... options) {
        try {
            // a Unix socket's path has 107 characters at most
            return open(Files.createTempDirectory(Path.of("/tmp"), "dkr"), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param root folder of images and containers, such as one on a small file system; it is not deleted */
    public static DockerDaemon openWithRoot(Path root) {
        try {
            DockerDaemon daemon = new DockerDaemon(Files.createTempDirectory(Path.of("/tmp"), "dkr"), root, List.of());
            daemon.start();
            return daemon;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DockerDaemon open(Path folder, String... options) {
        DockerDaemon daemon = new DockerDaemon(folder, folder.resolve("root"), List.of(options));
        daemon.start();
        return daemon;
    }

    private DockerDaemon(Path folder, Path root, List<String> options) {
        this.folder = folder;
        this.root = root;
        this.options = options;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    public Path socket() {
        return folder.resolve("s");
    }

    public Path root() {
        return root;
    }

    public Path logFile() {
        return folder.resolve("log");
    }

    /** Starts or restarts the engine; returns when it answers. */
    public synchronized void start() {
        List<String> command = new ArrayList<>(List.of(Programs.find("dockerd", "docker.io"), "--bridge=none"));
        command.addAll(List.of("--iptables=false", "--data-root", root.toString(), "--exec-root"));
        command.addAll(List.of(folder.resolve("exec").toString(), "--pidfile", folder.resolve("pid") + ""));
        command.addAll(List.of("-H", "unix://" + socket()));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(Programs.withDefaultSignals(command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
        builder.environment().keySet().removeIf(key -> key.toLowerCase().endsWith("_proxy"));
        builder.environment().put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Await.until("dockerd answers at " + socket() + ", see " + logFile(), () -> {
            if (!process.isAlive()) {
                throw new AssertionError("dockerd ended: " + Files.readString(logFile()));
            }
            return UnixHttp.call(socket(), "GET", "/_ping", "text/plain", new byte[0])
                            .status()
                    == 200;
        });
    }

    /** SIGTERM, as from systemd: the engine stops its containers, those with a restart policy until its next start. */
    public synchronized void stop() {
        process.destroy();
        awaitExit();
    }

    /** SIGKILL of dockerd and containerd. The containers' processes go on; the next start ends or restarts them. */
    public synchronized void kill() {
        process.destroyForcibly();
        awaitExit();
        signal("KILL", pids(folder + "/exec/containerd/containerd.toml"));
        // dockerd takes a zombie for a containerd that runs
        delete(folder.resolve("exec/containerd/containerd.pid"));
    }

    /** SIGKILL of everything with the containers' processes, and the loss of what a boot clears, as in a power cut. */
    public synchronized void powerCut() {
        process.destroyForcibly();
        awaitExit();
        killAll();
        unmountAll();
        delete(folder.resolve("exec"));
        delete(folder.resolve("pid"));
    }

    public synchronized void restart() {
        stop();
        start();
    }

    /** Stops all threads of the engine without ending it: connections are accepted, and nothing answers. */
    public synchronized void freeze() {
        signal("STOP", List.of(process.pid()));
        Await.until("the engine is stopped", () -> {
            try (var threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
                return threads.allMatch(thread -> isStopped(thread.resolve("stat")));
            }
        });
    }

    private static boolean isStopped(Path stat) {
        try {
            String line = Files.readString(stat);
            return line.charAt(line.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            return true; // the thread has ended
        }
    }

    public synchronized void thaw() {
        signal("CONT", List.of(process.pid()));
    }

    /** Loads images without a registry. */
    public void load(TestImage... images) {
        for (TestImage image : images) {
            call("POST", "/images/load?quiet=1", "application/x-tar", image.archive());
        }
    }

    /** Request of the fixture; fails on a status of 400 or more. The result is empty if the answer has no JSON. */
    public JsonNode call(String method, String path, String json) {
        return call(method, path, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode call(String method, String path, String contentType, byte[] body) {
        try {
            UnixHttp.HttpReply reply = UnixHttp.call(socket(), method, path, contentType, body);
            if (reply.status() >= 400) {
                throw new AssertionError(method + " " + path + ": " + reply.status() + " " + reply.text());
            }
            return JSON.readTree(reply.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates and starts a container beside the code under test, without network; returns its id. */
    public String run(String name, String image) {
        String id = call(
                        "POST",
                        "/containers/create?name=" + name,
                        "{\"Image\":\"" + image + "\",\"HostConfig\":{\"NetworkMode\":\"none\"}}")
                .get("Id")
                .textValue();
        call("POST", "/containers/" + id + "/start", "");
        return id;
    }

    /** Removes all containers, those that run too. */
    public void removeContainers() {
        for (JsonNode each : call("GET", "/containers/json?all=1", "")) {
            call("DELETE", "/containers/" + each.get("Id").textValue() + "?force=1&v=1", "");
        }
    }

    /** Removes all containers and images. */
    public void clear() {
        removeContainers();
        for (JsonNode each : call("GET", "/images/json?all=1", "")) {
            String id = each.get("Id").textValue();
            try {
                UnixHttp.call(socket(), "DELETE", "/images/" + id + "?force=1", "text/plain", new byte[0]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Ends the engine and its containers, and deletes its folder. */
    @Override
    public void close() {
        try {
            if (Runtime.getRuntime().removeShutdownHook(atExit)) {
                end();
            }
        } catch (IllegalStateException e) {
            end(); // the JVM ends: the hook does the same, before or behind this
        }
    }

    private synchronized void end() {
        process.destroyForcibly();
        awaitExit();
        killAll();
        unmountAll();
        delete(folder);
    }

    private void awaitExit() {
        try {
            if (!process.waitFor(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("dockerd did not end, see " + logFile());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Kills containerd, the shims and the containers' processes, which are the shims' children. */
    private void killAll() {
        Await.until("processes of " + folder + " end", () -> {
            List<Long> all = new ArrayList<>();
            for (long pid : pids(folder + "/")) {
                ProcessHandle.of(pid).ifPresent(each -> each.descendants().forEach(child -> all.add(child.pid())));
                all.add(pid);
            }
            signal("KILL", all);
            return all.isEmpty();
        });
    }

    private static List<Long> pids(String argument) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> commandLine(pid).contains(argument))
                .toList();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static void signal(String signal, List<Long> pids) {
        if (!pids.isEmpty()) {
            // some may have ended meanwhile
            String all = String.join(" ", pids.stream().map(String::valueOf).toList());
            Programs.run("sh", "-c", "kill -" + signal + " " + all + " 2>&1 || true");
        }
    }

    private void unmountAll() {
        try (var lines = Files.lines(Path.of("/proc/self/mounts"))) {
            lines.map(line -> line.split(" ")[1])
                    .filter(mount -> mount.startsWith(folder + "/") || mount.startsWith(root.toString()))
                    .sorted(Comparator.reverseOrder())
                    .filter(mount -> !mount.equals(root.toString()) || root.startsWith(folder))
                    .forEach(mount -> Programs.run("umount", "-l", mount));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        Programs.run("rm", "-rf", "--one-file-system", folder.toString());
    }
}
