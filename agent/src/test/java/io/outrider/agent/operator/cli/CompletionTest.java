package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Completions in real shells: their candidates, and what the tab key writes on a terminal. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
class CompletionTest {
    private static final String LINES = """
            toy.sp|toy.speed
            sta|status
            config |check example
            config check q|
            toy.say |text= times= loud=
            toy.say text=a |times= loud=
            toy.say lo|loud=
            toy.say loud=|loud=true loud=false
            toy.say loud=t|loud=true
            toy.fail actor=ne|actor=network
            --every 3 toy.sp|toy.speed
            stream event=|event=record event=job
            plot --sec|--seconds
            formula |
            --set a.b=c sta|status
            --set sta|
            nosuch |
            """;

    @TempDir
    private Path folder;

    private Path script;

    private void write(String shell, String name) throws IOException {
        DaemonConsole console = new DaemonConsole(false, 1, folder.resolve("token"));
        assertThat(console.run("completion", shell)).isZero();
        script = Files.writeString(folder.resolve(name), console.out());
        Files.writeString(folder.resolve("some.toml"), "");
    }

    private String run(String program, String input, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Programs.find(program, program));
        builder.command().addAll(List.of(arguments));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("HOME", folder.toString());
        Process process =
                builder.directory(folder.toFile()).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private String inBash(String line) throws Exception {
        return run("bash", "", "--norc", "-c", """
                set -u
                source "$1"
                COMP_LINE="outrider $2" COMP_POINT=$((${#2} + 9))
                _outrider
                echo "${COMPREPLY[*]-}"
                """, "-", script.toString(), line)
                .strip();
    }

    private String inFish(String line) throws Exception {
        String found = run(
                "fish",
                "",
                "--no-config",
                "-c",
                "source $argv[1]; complete -C \"outrider $argv[2]\" | string replace -r '\\t.*' ''",
                script.toString(),
                line);
        return String.join(" ", found.lines().toList());
    }

    @Test
    void bashOffersWhatFits() throws Exception {
        write("bash", "outrider");
        for (String line : LINES.lines().toList()) {
            String[] parts = line.split("\\|", 2);
            // readline replaces only what stands behind the =
            String expected = parts[0].matches(".* \\S+=\\S*") ? parts[1].replaceAll("\\w+=", "") : parts[1];
            assertThat(inBash(parts[0])).as(parts[0]).isEqualTo(expected);
        }
    }

    @Test
    void fishOffersWhatFits() throws Exception {
        write("fish", "outrider.fish");
        for (String line : LINES.lines().toList()) {
            String[] parts = line.split("\\|", 2);
            assertThat(inFish(parts[0]).split(" ")).as(parts[0]).containsExactlyInAnyOrder(parts[1].split(" "));
        }
    }

    @Test
    void bashAndFishOfferOptionsAndFiles() throws Exception {
        write("bash", "outrider");
        assertThat(inBash("--co").split(" ")).containsExactly("--count", "--config");
        assertThat(inBash("--config so")).isEqualTo("some.toml");
        assertThat(inBash("--config=so")).isEqualTo("some.toml");
        assertThat(inBash("decode so")).isEqualTo("some.toml");
        assertThat(inBash("").split(" ")).contains("status", "toy.say", "formula", "completion");
        write("fish", "outrider.fish");
        assertThat(inFish("--co").split(" ")).containsExactlyInAnyOrder("--count", "--config");
        assertThat(inFish("--config so")).isEqualTo("some.toml");
        assertThat(inFish("decode so")).isEqualTo("some.toml");
    }

    @Test
    void fishShowsDescriptions() throws Exception {
        write("fish", "outrider.fish");
        assertThat(run("fish", "", "--no-config", "-c", "source outrider.fish; complete -C 'outrider toy.say t'"))
                .isEqualTo("text=\twhat to say\ntimes=\thow often, 1 to 3\n");
    }

    @ParameterizedTest
    @CsvSource({
        "bash, 'toy.sp\t', '<toy.speed>'",
        "bash, 'toy.say lo\tt\t', '<toy.say><loud=true>'",
        "bash, 'config ch\tso\t', '<config><check><some.toml>'",
        "zsh, 'toy.sp\t', '<toy.speed>'",
        "zsh, 'toy.say lo\tt\t', '<toy.say><loud=true>'",
        "zsh, 'config ch\tso\t', '<config><check><some.toml>'",
        "zsh, '--config so\tstat\t', '<--config><some.toml><status>'",
        "zsh, 'toy.say te\tx ti\t3', '<toy.say><text=x><times=3>'",
    })
    void theTabKeyCompletesALine(String shell, String keys, String expected) throws Exception {
        write(shell, "_outrider");
        Path screen = folder.resolve("screen");
        ProcessBuilder builder = new ProcessBuilder(
                Programs.find("script", "bsdutils"),
                "-q",
                "-e",
                "-c",
                "stty cols 100 rows 24; " + Programs.find(shell, shell)
                        + (shell.equals("zsh") ? " -f -i" : " --norc --noprofile -i"),
                "/dev/null");
        builder.environment()
                .putAll(Map.of(
                        "LC_ALL",
                        "C.UTF-8",
                        "TERM",
                        "dumb",
                        "HOME",
                        folder.toString(),
                        "SHELL",
                        "/bin/sh",
                        "ZDOTDIR",
                        folder.toString()));
        Process terminal = builder.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(screen.toFile())
                .start();
        try (OutputStream keyboard = terminal.getOutputStream()) {
            String load = shell.equals("zsh")
                    ? "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; setopt no_beep;"
                            + " zstyle ':completion:*' insert-tab false; "
                    : "source ./_outrider; ";
            type(keyboard, load + "outrider() { printf '<%s>' \"$@\"; echo; }; echo RE''ADY\n");
            Await.until("the shell is ready", () -> text(screen).contains("READY"));
            type(keyboard, "outrider " + keys + "\n");
            Await.until("the line is completed: " + expected, () -> text(screen).contains(expected));
            type(keyboard, "exit\n");
            assertThat(terminal.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            terminal.destroyForcibly();
        }
    }

    private static void type(OutputStream keyboard, String keys) throws IOException {
        keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
    }

    private static String text(Path screen) {
        try {
            return Files.readString(screen, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"completion", "completion tcsh", "completion bash zsh", "man", "man outrider.2"})
    void unknownPagesAreRefusedWithThoseThatThereAre(String line) {
        DaemonConsole console = new DaemonConsole(false, 1, folder.resolve("token"));
        assertThat(console.run(line.split(" "))).isEqualTo(2);
        assertThat(console.err()).containsAnyOf("bash|zsh|fish", "outrider.1|outrider.toml.5|outrider-daemon.8");
    }
}
