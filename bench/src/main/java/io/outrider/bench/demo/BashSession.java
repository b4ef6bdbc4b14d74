package io.outrider.bench.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A shell into which lines are typed one after the other, as a person does. One thread. */
final class BashSession implements AutoCloseable {
    private static final String END = "--end of the output--";

    private final Process process;
    private final BufferedReader output;

    BashSession(Path folder) throws IOException {
        process = new ProcessBuilder("bash")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Output of a line; what it is so far if the shell is ended meanwhile. */
    String type(String line) throws IOException {
        process.getOutputStream().write((line + "\necho; echo '" + END + "'\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        StringBuilder text = new StringBuilder();
        try {
            for (String each = output.readLine(); each != null && !each.equals(END); each = output.readLine()) {
                text.append(each).append('\n');
            }
        } catch (IOException e) { // the shell was ended
            text.append(e.getMessage());
        }
        return text.toString().strip();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the shell and what it runs. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }
}
