package io.outrider.agent.operator.cli;

import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import io.outrider.api.Signature;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generator of the completions of a shell: a template of the shell's code with the words of this program. */
record CompletionScript(ProgramReference reference) implements PageSource {
    /** Options of a subcommand in its synopsis, and words in lower case. */
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[a-z][a-z-]*");

    private static final Pattern WORD = Pattern.compile("(?:^|(?<=[ |\\[]))([a-z][a-z.0-9_-]*(?:=[a-z]*)?)");

    /** Candidate with its description. */
    private record Candidate(String word, String text) {}

    @Override
    public String text(String shell) throws Failure {
        return switch (shell) {
            case "bash" -> bash();
            case "zsh" -> zsh();
            case "fish" -> fish();
            default ->
                throw CommandOptions.bad(
                        "completion: there is none for '" + shell + "', but for " + Subcommand.COMPLETION.arguments());
        };
    }

    private String bash() {
        return fill(
                "bash",
                "|",
                Map.of(
                        "CASES", cases("        %s) all='%s' ;;", words -> joined(words, Candidate::word, " ")),
                        "CALLS", joined(calls(), Candidate::word, " "),
                        "OPTIONS", joined(options(), Candidate::word, " ")));
    }

    private String zsh() {
        return fill(
                "zsh",
                "|",
                Map.of(
                        "CASES",
                                cases(
                                        "        (%s) all=(%s) ;;",
                                        words -> joined(words, CompletionScript::zshWord, " ")),
                        "CALLS", joined(calls(), each -> "            " + zshWord(each), "\n"),
                        "OPTIONS", joined(options(), each -> "        " + zshWord(each), "\n")));
    }

    private static String zshWord(Candidate each) {
        return "'" + each.word().replace(":", "\\:") + ":" + each.text().replace("'", "'\\''") + "'";
    }

    private String fish() {
        String options = Arrays.stream(CommandOption.values())
                .map(each -> "complete -c outrider"
                        + (each.shortWord().isEmpty()
                                ? ""
                                : " -s " + each.shortWord().substring(1))
                        + " -l " + each.word().substring(2)
                        + switch (each.value()) {
                            case "" -> "";
                            case "FILE", "DIR" -> " -r -F";
                            case "IFACE" -> " -x -a '(__outrider_interfaces)'";
                            default -> " -x";
                        }
                        + " -d " + fishText(text(each)))
                .collect(Collectors.joining("\n"));
        return fill(
                "fish",
                " ",
                Map.of(
                        "CASES",
                                cases(
                                        "        case %s\n            printf '%%s\\t%%s\\n' %s",
                                        words -> joined(words, CompletionScript::fishWord, " ")),
                        "CALLS", joined(calls(), each -> "        " + fishWord(each), " \\\n"),
                        "OPTIONS", options));
    }

    private static String fishWord(Candidate each) {
        return fishText(each.word()) + " " + fishText(each.text());
    }

    private static String fishText(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static String joined(List<Candidate> all, Function<Candidate, String> form, String between) {
        return all.stream().map(form).collect(Collectors.joining(between));
    }

    private String cases(String form, Function<List<Candidate>, String> words) {
        Map<String, List<Candidate>> all = new LinkedHashMap<>();
        for (Subcommand each : Subcommand.values()) {
            all.put(each.word(), words(each));
        }
        for (Signature<?> each : reference.functions().all()) {
            all.put(each.name(), words(each));
        }
        CommandLine.SHORT.forEach((word, function) -> all.put(word, all.get(function)));
        return all.entrySet().stream()
                .filter(each -> each.getValue() != null && !each.getValue().isEmpty())
                .map(each -> form.formatted(each.getKey(), words.apply(each.getValue())))
                .collect(Collectors.joining("\n"));
    }

    private List<Candidate> calls() {
        return Stream.of(
                        Arrays.stream(Subcommand.values()).map(each -> new Candidate(each.word(), each.summary())),
                        CommandLine.SHORT.entrySet().stream()
                                .map(each -> new Candidate(each.getKey(), "The same as " + each.getValue())),
                        reference.functions().all().stream().map(each -> new Candidate(each.name(), each.summary())))
                .flatMap(each -> each)
                .toList();
    }

    private static List<Candidate> options() {
        return Arrays.stream(CommandOption.values())
                .flatMap(each -> Stream.of(each.shortWord(), each.word())
                        .filter(word -> !word.isEmpty())
                        .map(word -> new Candidate(word, text(each))))
                .toList();
    }

    private static String text(CommandOption option) {
        return option.text("the user's state folder").replace('\n', ' ');
    }

    private static List<Candidate> words(Subcommand subcommand) {
        Set<String> words = new LinkedHashSet<>();
        String arguments = subcommand.arguments();
        OPTION.matcher(arguments).results().forEach(each -> words.add(each.group()));
        WORD.matcher(OPTION.matcher(arguments).replaceAll("")).results().forEach(each -> {
            String word = each.group();
            if (word.indexOf('=') > 0) {
                words.add(word.substring(0, word.indexOf('=') + 1));
            }
            words.add(word);
        });
        return words.stream()
                .map(each -> new Candidate(each, subcommand.about(each)))
                .toList();
    }

    private static List<Candidate> words(Signature<?> function) {
        List<Candidate> words = new ArrayList<>();
        for (Parameter each : Parameter.of(function.arguments())) {
            String text = each.help().isEmpty() ? each.kind() : each.help();
            words.add(new Candidate(each.name() + "=", text.replaceAll("\\s+", " ")));
            if (each.kind().indexOf('|') > 0) {
                for (String value : each.kind().split("\\|")) {
                    words.add(new Candidate(each.name() + "=" + value, ""));
                }
            }
        }
        return words;
    }

    /** @param between separator of words in a case of this shell */
    private static String fill(String shell, String between, Map<String, String> parts) {
        Map<String, String> all = new LinkedHashMap<>(parts);
        all.put("VALUED", options(each -> !each.isEmpty(), between));
        all.put("FILES", options(each -> each.equals("FILE") || each.equals("DIR"), between));
        all.put("INTERFACES", options(each -> each.equals("IFACE"), between));
        all.put(
                "FILE_CALLS",
                Arrays.stream(Subcommand.values())
                        .filter(each -> each.arguments().contains("FILE"))
                        .map(Subcommand::word)
                        .collect(Collectors.joining(between)));
        return Pattern.compile("@([A-Z_]+)@")
                .matcher(template(shell))
                .replaceAll(each -> Matcher.quoteReplacement(all.get(each.group(1))));
    }

    private static String options(Predicate<String> value, String between) {
        return Arrays.stream(CommandOption.values())
                .filter(each -> value.test(each.value()))
                .map(CommandOption::word)
                .collect(Collectors.joining(between));
    }

    private static String template(String shell) {
        try (InputStream in =
                Objects.requireNonNull(CompletionScript.class.getResourceAsStream("completion." + shell))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
