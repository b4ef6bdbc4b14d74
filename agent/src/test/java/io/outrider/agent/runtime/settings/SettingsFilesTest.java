package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFilesTest {
    @TempDir
    private Path directory;

    private Path main;

    @BeforeEach
    void place() throws Exception {
        main = directory.resolve("outrider.toml");
        Files.createDirectory(directory.resolve("conf.d"));
    }

    private void write(String name, String text) throws Exception {
        Files.writeString(directory.resolve(name), text);
    }

    private Settings load(String... set) throws Failure {
        Settings settings = SettingsFiles.named(main, Settings.of(List.of(set))).load();
        Shapes.SECTIONS.validate(settings);
        return settings;
    }

    private Shapes.JobsShape jobs(String... set) throws Failure {
        return load(set).section("jobs", Shapes.JobsShape.class);
    }

    @Test
    void laterSourcesReplaceSingleKeys() throws Exception {
        write("outrider.toml", "[jobs]\nwaiting = 1\nheader = 'main'\nstrict = true\nshare = 0.5\n");
        write("conf.d/20-b.toml", "[jobs]\nheader = 'b'\n");
        write("conf.d/10-a.toml", "jobs.header = 'a'\njobs.waiting = 10\n");
        write("conf.d/.hidden.toml", "this is not read");
        write("conf.d/30-c.toml~", "neither is this");
        Shapes.JobsShape jobs = jobs("jobs.share=0.75");
        assertThat(jobs.waiting()).isEqualTo(10);
        assertThat(jobs.header()).isEqualTo("b");
        assertThat(jobs.strict()).isTrue();
        assertThat(jobs.share()).isEqualTo(0.75);
        assertThat(SettingsFiles.named(main, Settings.none()).files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("outrider.toml", "10-a.toml", "20-b.toml");
    }

    @Test
    void listsAndTablesAreReplacedWhole() throws Exception {
        write("outrider.toml", "[jobs]\nallow = ['a', 'b']\n[jobs.limits]\na = 1\nb = 2\n");
        write("conf.d/x.toml", "[jobs]\nallow = ['c']\nlimits.b = 3\n");
        assertThat(jobs().allow()).containsExactly("c");
        assertThat(jobs().limits()).isEqualTo(Map.of("b", 3));
    }

    /** A problem for each section. */
    private static List<String> sections(Settings settings) {
        return new SettingsSchema(Map.of()).problems(settings);
    }

    @Test
    void theUsualFileMayBeMissingANamedOneMayNot() throws Exception {
        assertThat(sections(new SettingsFiles(main, false, Settings.none()).load()))
                .isEmpty();
        assertThatThrownBy(this::load).hasMessage(main + ": there is no such file");
        write("conf.d/x.toml", "[jobs]\nwaiting = 2\n");
        assertThat(new SettingsFiles(main, false, Settings.none())
                        .load()
                        .section("jobs", Shapes.JobsShape.class)
                        .waiting())
                .isEqualTo(2);
    }

    @Test
    void problemsOfAllFilesAreReportedTogether() throws Exception {
        write("outrider.toml", "[jobs\n");
        write("conf.d/x.toml", "a = \n");
        assertThatThrownBy(this::load)
                .satisfies(e -> assertThat(e.getMessage().lines())
                        .satisfiesExactly(
                                one -> assertThat(one).startsWith(main + ":1: is not TOML: "),
                                two -> assertThat(two).startsWith(directory + "/conf.d/x.toml:1: is not TOML: ")));
    }

    @Test
    void problemsNameTheFileOfTheEffectiveValue() throws Exception {
        write("outrider.toml", "[jobs]\nwaiting = 1000\n");
        write("conf.d/x.toml", "\n[jobs]\nwaiting = 2000\n");
        assertThatThrownBy(this::load)
                .hasMessage(directory + "/conf.d/x.toml:3: [jobs] waiting: 2000 is not from 1 to 100");
        assertThatThrownBy(() -> load("jobs.waiting=3000"))
                .hasMessage("settings, [jobs] waiting: 3000 is not from 1 to 100");
        assertThat(jobs("jobs.waiting=3").waiting()).isEqualTo(3);
    }

    @Test
    void nonFilesLargeFilesAndInvalidUtf8AreRejected() throws Exception {
        Files.createDirectory(main);
        assertThatThrownBy(this::load).hasMessage(main + ": is a directory; a file is needed here");
        Files.delete(main);
        Files.write(main, new byte[(1 << 18) + 1]);
        assertThatThrownBy(this::load).hasMessage(main + ": has more than 262144 bytes, which cannot be meant");
        Files.write(main, "[jobs]\nheader = 'ü'\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(this::load).hasMessage(main + ":2: is not UTF-8; save the file in that encoding");
        Files.delete(main);
        Files.createSymbolicLink(main, directory.resolve("gone"));
        assertThatThrownBy(this::load).hasMessage(main + ": there is no such file");
    }

    @Test
    void confDHasToBeADirectory() throws Exception {
        write("outrider.toml", "");
        Files.delete(directory.resolve("conf.d"));
        assertThat(sections(load())).isEmpty();
        write("conf.d", "");
        assertThatThrownBy(this::load).hasMessage(directory + "/conf.d: is no directory; settings files go into it");
    }

    @Test
    void filesOfOtherEditorsAreTaken() throws Exception {
        write("outrider.toml", "\ufeff[jobs]\r\nheader = \"ü\"\r\n");
        assertThat(jobs().header()).isEqualTo("ü");
    }

    @Test
    void aThousandKeysAreNoProblem() throws Exception {
        StringBuilder text = new StringBuilder("[jobs.limits]\n");
        for (int i = 0; i < 5_000; i++) {
            text.append("key").append(i).append(" = ").append(i).append('\n');
        }
        write("outrider.toml", text.toString());
        assertThat(jobs().limits()).hasSize(5_000);
    }
}
