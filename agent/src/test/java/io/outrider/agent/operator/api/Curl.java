package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.TimeoutFactor;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** HTTP client that shares no code with the server. */
final class Curl {
    /** @param body as received */
    record CurlResponse(int status, String body) {}

    private Curl() {}

    static Process start(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "-N", "--max-time", "30"));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    static CurlResponse run(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("-w", "\n%{http_code}"));
        all.addAll(List.of(words));
        Process process = start(all.toArray(String[]::new));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        process.getInputStream().transferTo(out);
        assertThat(process.waitFor(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS))
                .isTrue();
        String text = out.toString("UTF-8");
        int end = text.lastIndexOf('\n');
        return new CurlResponse(Integer.parseInt(text.substring(end + 1)), text.substring(0, end));
    }
}
