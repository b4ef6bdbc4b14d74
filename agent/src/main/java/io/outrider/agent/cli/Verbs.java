package io.outrider.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.client.LocalClient;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Does what is not a function. */
final class Verbs {
    private final Service service;
    private final Path config;
    private final Dialled daemon;
    private final PrintWriter out;
    private final Printer printer;
    private final boolean json;

    /** How the daemon is reached, once it has to be. */
    @FunctionalInterface
    interface Dialled {
        LocalClient client() throws Failure;
    }

    Verbs(Service service, Path config, Dialled daemon, PrintWriter out, boolean json) {
        this.service = service;
        this.config = config;
        this.daemon = daemon;
        this.out = out;
        this.json = json;
        this.printer = new Printer(out, json, false);
    }

    void run(Verb verb, List<String> words) throws Failure, InterruptedException {
        if (verb != Verb.CONFIG && verb != Verb.STREAM && !words.isEmpty()) {
            throw bad(
                    verb.word() + ": takes no '" + words.get(0) + "'; outrider " + verb.word() + " --help tells more");
        }
        switch (verb) {
            case STATUS -> status(daemon.client().get("/status"));
            case STREAM -> stream(words);
            case RELOAD -> tell(daemon.client().post("/reload").path("result").asText());
            case CONFIG -> config(words);
            case DAEMON -> service.daemon(config);
        }
    }

    private void status(JsonNode status) throws Failure {
        if (json) {
            printer.print(status);
        } else {
            new StatusScreen(out).print(status);
        }
    }

    private void stream(List<String> words) throws Failure {
        for (String word : words) {
            if (!word.startsWith("event=") && !word.startsWith("type=")) {
                throw bad("stream: '" + word + "' is neither event=record|job nor type=TYPE");
            }
        }
        String query = words.stream()
                .map(word -> word.substring(0, word.indexOf('=') + 1)
                        + URLEncoder.encode(word.substring(word.indexOf('=') + 1), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        daemon.client().follow(query, this::printEvent);
    }

    private void printEvent(String event, JsonNode data) throws Failure {
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("event", event);
            line.put("data", data);
            printer.print(line);
        } else {
            String fields = data.properties().stream()
                    .map(field -> field.getKey() + "=" + text(field.getValue()))
                    .collect(Collectors.joining(" "));
            printer.print(event + " " + fields);
        }
        out.flush();
    }

    private static String text(JsonNode value) {
        return value.isContainerNode() ? value.toString() : value.asText();
    }

    private void config(List<String> words) throws Failure {
        switch (String.join(" ", words)) {
            case "check" -> tell(service.checkConfig(config));
            case "example" -> out.println(service.exampleConfig().stripTrailing());
            default -> throw bad("config: takes check or example");
        }
    }

    private void tell(String text) throws Failure {
        printer.print(json ? Map.of("result", text) : text);
    }

    private static Failure bad(String sentence) {
        return new Failure(Failure.Actor.CALLER, "BAD_COMMAND", sentence);
    }
}
