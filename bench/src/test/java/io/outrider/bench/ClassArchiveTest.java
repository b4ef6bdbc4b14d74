package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Class archive of the built program, in a folder of its own. */
@Timeout(300)
@Tag("long")
class ClassArchiveTest {
    private static final Duration MAKING = Duration.ofMinutes(4);

    @TempDir
    private Path folder;

    private Path program;

    /** Output of a program, errors included. */
    private record ProgramEnd(int code, String out) {}

    @BeforeEach
    void copy() throws Exception {
        program = folder.resolve("program");
        Path installed = DaemonProcess.installed().getParent().getParent();
        assertThat(run("cp", "-a", installed.toString(), program.toString()).code())
                .isZero();
        for (Path archive : archives()) {
            Files.delete(archive);
        }
    }

    /** Waits for a running archive creation before the folder is deleted. */
    @AfterEach
    void end() throws Exception {
        run("flock", program + "/lib/.outrider-archive.lock", "true");
    }

    private List<Path> archives(String... at) throws IOException {
        Path where = at.length == 0 ? program.resolve("lib") : Path.of(at[0]);
        if (!Files.isDirectory(where)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(where)) {
            return files.filter(each -> each.toString().endsWith(".jsa")).toList();
        }
    }

    private ProgramEnd run(String... command) throws Exception {
        return run(Files.createTempFile(folder, "out", ""), command);
    }

    private ProgramEnd run(Path out, String... command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().remove("STATE_DIRECTORY");
        builder.environment().remove("CACHE_DIRECTORY");
        Process process = builder.start();
        assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
        return new ProgramEnd(process.exitValue(), Files.readString(out));
    }

    private ProgramEnd outrider(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(program + "/bin/outrider"));
        command.addAll(List.of(words));
        return run(command.toArray(String[]::new));
    }

    /** True if the program's own classes came from an archive. */
    private boolean isFast() throws Exception {
        ProgramEnd ended = run(
                "/usr/bin/env", "OUTRIDER_JAVA_OPTS=-Xlog:class+load:stdout", program + "/bin/outrider", "--version");
        assertThat(ended.out()).contains("io.outrider.agent.operator.cli.CommandLine source: ");
        return ended.out().contains("io.outrider.agent.operator.cli.CommandLine source: shared objects file (top)");
    }

    @Test
    void firstCallCreatesTheArchiveForTheNext() throws Exception {
        assertThat(outrider("--version").out()).startsWith("outrider ").hasLineCount(1);
        Await.until("an archive is there", MAKING, () -> archives().size() == 1);
        assertThat(isFast()).isTrue();
        assertThat(outrider("test.ping", "--alone").out()).isEqualTo("true\n");
    }

    @Test
    void archiveIsRecreatedForAnotherProgramAndOldOnesAreDeleted() throws Exception {
        assertThat(run(program + "/bin/outrider-archive").code()).isZero();
        Path first = archives().get(0);
        for (int update = 0; update < 2; update++) {
            for (Path jar : jars()) {
                Files.setLastModifiedTime(jar, FileTime.fromMillis(1_700_000_000_000L + update * 60_000L));
            }
            assertThat(run(program + "/bin/outrider-archive").code()).isZero();
            assertThat(isFast()).isTrue();
        }
        assertThat(archives()).hasSize(2).doesNotContain(first);
    }

    private List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(program.resolve("lib"))) {
            return files.filter(each -> each.toString().endsWith(".jar")).toList();
        }
    }

    @Test
    void brokenArchiveIsIgnoredSilently() throws Exception {
        assertThat(run(program + "/bin/outrider-archive").code()).isZero();
        Path archive = archives().get(0);
        long size = Files.size(archive);
        try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
            file.setLength(size / 2);
        }
        assertThat(outrider("--version").out()).startsWith("outrider ").hasLineCount(1);
        Await.until("it is made anew", MAKING, () -> {
            List<Path> whole = new ArrayList<>(archives());
            whole.removeIf(each -> !each.toString().endsWith("." + each.toFile().length() + ".jsa"));
            return whole.size() == 1;
        });
        assertThat(isFast()).isTrue();
    }

    @Test
    void jvmWithoutArchiveSupportIsNotTriedAgain() throws Exception {
        assertThat(run(program + "/bin/outrider-archive").code()).isZero();
        Path archive = archives().get(0);
        String key = archive.getFileName().toString().split("\\.")[0];
        Files.delete(archive);
        Path none = Files.createFile(program.resolve("lib/" + key + ".0.jsa"));
        assertThat(outrider("--version").out()).startsWith("outrider ").hasLineCount(1);
        assertThat(run(program + "/bin/outrider-archive", "--beside").code()).isZero();
        assertThat(archives()).containsExactly(none);
    }

    @Test
    void archiveIsCreatedByOneProcessAtATime() throws Exception {
        Path lock = program.resolve("lib/.outrider-archive.lock");
        ProgramEnd held = run(
                "flock",
                lock.toString(),
                "/bin/sh",
                "-c",
                program + "/bin/outrider-archive --beside; echo ended; ls " + program + "/lib | grep -c jsa");
        assertThat(held.out()).isEqualTo("ended\n0\n");
    }
}
