package io.outrider.agent.operator.support;

import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.agent.runtime.process.Version;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Writer of the support bundle. Each part has a time limit; all of them together have at most 5 MB before compression.
 * Secrets are masked by their names and by their values.
 */
public final class SupportBundle {
    private static final int MOST_BYTES = 5_000_000;
    private static final int MOST_OF_A_PART = 1_000_000;

    private final SupportSources sources;
    private final Duration limit;
    private final KnownSecrets secrets = new KnownSecrets();
    private final List<String> manifest = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private int left = MOST_BYTES;

    /** @param limit time for a part */
    public SupportBundle(SupportSources sources, Duration limit) {
        this.sources = sources;
        this.limit = limit;
    }

    /**
     * Writes a new file.
     *
     * @return names of the parts that are missing, and of the sources of secrets that are not known, each with the reason
     */
    public List<String> write(Path file, Instant now) throws Failure, InterruptedException {
        collectSecrets();
        String folder = file.getFileName().toString().replaceFirst("(?i)\\.(tar\\.gz|tgz)$", "");
        try (BundleFile bundle = new BundleFile(file, folder.substring(0, Math.min(60, folder.length())), now)) {
            for (BundlePart part : new BundleParts(sources).all()) {
                add(bundle, part);
            }
            manifest.add(0, "Support bundle of outrider " + Version.text() + ", " + now);
            manifest.add(1, "Secrets are masked with " + Redaction.MASK + "; look through it before you pass it on.");
            bundle.add("MANIFEST.txt", bytes(String.join("\n", manifest) + "\n"));
        } catch (FileAlreadyExistsException e) {
            throw new Failure(AgentErrors.BAD_COMMAND, file + " exists already; give another name", e);
        } catch (IOException e) {
            throw new Failure(CommandLineErrors.NOT_WRITTEN, file + " cannot be written: " + IoReason.of(e), e);
        }
        return missing;
    }

    private void collectSecrets() {
        try {
            sources.files().files().forEach(secrets::addSettings);
        } catch (Failure e) {
            secrets.addUnknown(sources.files().main().resolveSibling("conf.d"), "it cannot be read");
        }
        sources.data().forEach(secrets::addData);
        sources.tokens().forEach(secrets::addFile);
        for (String each : secrets.unknown()) {
            String sentence = "masked by names only, not where a log quotes it: " + each;
            missing.add(sentence);
            manifest.add(sentence);
        }
    }

    private void add(BundleFile bundle, BundlePart part) throws IOException, InterruptedException {
        FutureTask<String> task = new FutureTask<>(part.content()::read);
        Thread thread = new Thread(task, "support-part");
        thread.setDaemon(true);
        thread.start();
        String reason;
        try {
            byte[] whole = bytes(secrets.masked(task.get(limit.toMillis(), TimeUnit.MILLISECONDS)));
            int taken = Math.min(whole.length, Math.min(MOST_OF_A_PART, left));
            left -= taken;
            int from = part.last() ? whole.length - taken : 0;
            bundle.add(part.name(), Arrays.copyOfRange(whole, from, from + taken));
            manifest.add(part.name() + ": " + (taken == whole.length ? "" : part.last() ? "the last " : "the first ")
                    + taken + " bytes" + (taken == whole.length ? "" : " of " + whole.length));
            return;
        } catch (TimeoutException e) {
            task.cancel(true);
            reason = "not read within " + limit.toSeconds() + " s";
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            reason = cause instanceof Failure failure
                    ? failure.getMessage()
                    : cause instanceof IOException io ? IoReason.of(io) : "a fault in outrider";
        }
        String sentence =
                secrets.masked(Redaction.sentence(part.name() + ": missing: " + reason.replaceAll("\\s+", " ")));
        missing.add(sentence);
        manifest.add(sentence);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
