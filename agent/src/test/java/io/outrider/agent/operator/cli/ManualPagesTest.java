package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.testkit.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manual pages of the modules of the class path, formatted by mandoc. */
class ManualPagesTest {
    @TempDir
    private Path folder;

    private final ProgramReference reference = reference();
    private final ManualPages pages = new ManualPages(reference);

    private static ProgramReference reference() {
        Map<String, Class<? extends Record>> sections = new HashMap<>();
        ServiceLoader<ModuleFactory> modules = ServiceLoader.load(ModuleFactory.class);
        modules.forEach(each -> sections.putAll(each.sections()));
        return new ProgramReference(Signatures.of(modules), new SettingsSchema(sections));
    }

    /** Text of a page as people read it, all blanks of it single. */
    private String formatted(String page, String... arguments) throws IOException {
        Path file = Files.writeString(folder.resolve("page"), page);
        ProcessBuilder builder = new ProcessBuilder(Programs.find("mandoc", "mandoc"));
        builder.command().addAll(List.of(arguments));
        builder.command().add(file.toString());
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text.replaceAll(".\b", "").replaceAll("\\s+", " ");
    }

    private String text(String page) throws Exception {
        return formatted(pages.text(page), "-T", "utf8", "-O", "width=1000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"outrider.1", "outrider.toml.5", "outrider-daemon.8"})
    void lintFindsNothingInAPageWithADate(String page) throws Exception {
        String dated = pages.text(page).replaceFirst(" \"\" ", " \"2026-11-23\" ");
        assertThat(dated).isNotEqualTo(pages.text(page));
        assertThat(formatted(dated, "-T", "lint")).isEmpty();
    }

    @Test
    void thePageOfTheProgramHasEveryOptionCommandFunctionArgumentAndExitCode() throws Exception {
        String text = text("outrider.1");
        for (CommandOption each : CommandOption.values()) {
            assertThat(text).contains((each.word() + " " + each.value()).strip());
        }
        for (Subcommand each : Subcommand.values()) {
            assertThat(text).contains(("outrider " + each.word() + " " + each.arguments()).strip(), each.summary());
        }
        assertThat(reference.functions().all()).hasSizeGreaterThan(40);
        for (Signature<?> each : reference.functions().all()) {
            assertThat(text).contains(" " + each.name() + " " + each.summary());
            for (Parameter parameter : Parameter.of(each.arguments())) {
                assertThat(text)
                        .contains(
                                "(" + parameter.kind() + ") " + parameter.help().replaceAll("\\s+", " "));
            }
        }
        for (ExitCode each : ExitCode.values()) {
            assertThat(text).contains(each.code() + " " + each.meaning());
        }
    }

    @Test
    void thePageOfTheSettingsHasEveryKeyWithItsDefault() throws Exception {
        String text = text("outrider.toml.5");
        assertThat(reference.settings().names()).contains("obd", "docker", "power");
        for (String section : reference.settings().names()) {
            for (Parameter key : reference.settings().keys(section)) {
                assertThat(text).contains(" " + key.name() + " ", key.help().replaceAll("\\s+", " "));
            }
        }
        assertThat(text).contains("[obd]", "silent_bus = \"probe\"", "minimum_gap_ms = 0");
    }

    @Test
    void wordsOfAHelpTextAreTermsAndExamplesStayAsTheyAre() throws Exception {
        assertThat(pages.text("outrider.1"))
                .contains(
                        ".TP\n\\fB\\-\\-poll S\\fR\n",
                        "outrider plot \\-\\-seconds 600 obd.bat.voltage obd.coolant_temp\n");
        assertThat(text("outrider-daemon.8")).contains("SIGHUP Puts the settings files in force");
    }

    @Test
    void nothingOfATextIsInterpreted() throws Exception {
        String text = ".SH a\\fBb 'c' \"d\" -e ^f~ `g` \\ .h %i";
        String page = new ManualPage("toy", 1, "Toys")
                .section("NAME")
                .wrapped(text)
                .term(".t '", "", text)
                .example(text + "\n'x")
                .toString();
        assertThat(formatted(page, "-T", "utf8", "-O", "width=1000"))
                .contains("NAME " + text + " .t ' " + text + " " + text + " 'x");
    }
}
