package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Handle;
import io.outrider.testkit.Await;
import io.outrider.testkit.ManualTicker;
import io.outrider.testkit.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A module of updates with real packages of dpkg and a real server. */
abstract class UpdateFixture {
    @TempDir
    Path folder;

    static final RootPart LISTENS = new RootPart(List.of("sh", "-c", "echo active"));

    final ManualTicker ticker = new ManualTicker();
    final TestContext context = new TestContext().withTicker(ticker);
    UpdatePaths paths;
    UpdateModule module;
    Functions functions;
    PackageServer server;
    Map<String, Object> arguments;

    @BeforeEach
    void open() throws Exception {
        paths = new UpdatePaths(
                folder.resolve("data/update"),
                folder.resolve("outrider-update"),
                folder.resolve("config"),
                folder.resolve("dpkg"));
        for (Path each : List.of(paths.installation(), paths.config(), paths.dpkg())) {
            Files.createDirectories(each);
        }
        Files.writeString(paths.config().resolve("update.conf"), "allow_unsigned=yes\n");
        installed("outrider", "1.2.0");
        start(LISTENS);
        serve("outrider", "amd64", "1.10.0~rc1");
    }

    @AfterEach
    void close() {
        module.close();
        server.close();
    }

    void start(RootPart root) {
        module = module(context, root);
        functions = new Functions(new Binder(Json.mapper()), List.of(module));
    }

    UpdateModule module(TestContext of, RootPart root) {
        UpdateSettings settings = new UpdateSettings(null, 120, null, null, null);
        return new UpdateModule(of, settings, new SimulatedTime().clock(), paths, root);
    }

    void restart() {
        module.close();
        start(LISTENS);
        context.runTasks();
    }

    void installed(String name, String version) throws Exception {
        Files.createDirectories(paths.dpkg().resolve("info"));
        Files.createDirectories(paths.dpkg().resolve("updates"));
        Files.writeString(paths.dpkg().resolve("status"), """
                Package: %s
                Status: install ok installed
                Maintainer: m <m@example.org>
                Architecture: amd64
                Version: %s
                Description: d

                """.formatted(name, version));
    }

    void serve(String name, String architecture, String version) throws Exception {
        Path tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("DEBIAN"));
        Files.writeString(tree.resolve("DEBIAN/control"), """
                Package: %s
                Version: %s
                Architecture: %s
                Maintainer: m <m@example.org>
                Description: d
                """.formatted(name, version, architecture));
        Path file = folder.resolve("served.deb");
        Process build = new ProcessBuilder("dpkg-deb", "--build", tree.toString(), file.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(build.waitFor()).isZero();
        serve(Files.readAllBytes(file));
    }

    void serve(byte[] file) throws Exception {
        if (server != null) {
            server.close();
        }
        server = new PackageServer(file);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
        arguments = new HashMap<>(Map.of("url", server.url().toString(), "sha256", sha256));
    }

    Object call(String function, Map<String, Object> given) throws Exception {
        return functions.prepare(function, List.of(), given).run();
    }

    Object update() throws Exception {
        return call("agent.update", arguments);
    }

    Map<?, ?> status() throws Exception {
        return (Map<?, ?>) call("agent.update_status", Map.of());
    }

    Object state() throws Exception {
        return status().get("state");
    }

    void awaitState(String state) {
        Await.until("state is " + state, () -> state.equals(state()));
    }

    Handle drive() {
        return context.inhibitors().inhibit("power", Activity.MAINTENANCE, "the vehicle is in use", Duration.ofDays(1));
    }

    void isRefused(String code, String sentence) {
        assertThatThrownBy(this::update)
                .hasMessageContaining(sentence)
                .isInstanceOfSatisfying(
                        Failure.class, each -> assertThat(each.code()).isEqualTo(code));
        assertThat(paths.request()).doesNotExist();
    }
}
