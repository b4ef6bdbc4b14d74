package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.Backoff;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.storage.DurableDirectories;
import io.outrider.agent.telemetry.upload.HttpFailure;
import io.outrider.agent.telemetry.upload.UploadBudget;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fetch of a package over HTTP into a file named by its digest. What has come stays after a cut, a restart or the end of the
 * day's budget, and the next fetch of the same package asks for the rest. One fetch at a time.
 *
 * @param most bytes of a package
 */
record PackageFetch(Path folder, PackageClient client, UploadBudget budget, Ticker ticker, long most) {
    static final long MOST = 64 << 20;

    private static final int FIRST_ATTEMPTS = 6; // in a row that bring nothing: a minute
    private static final int LATER_ATTEMPTS = 25; // of a fetch that has brought something, or goes on: ten minutes
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final long RESERVE = 16 << 20; // bytes of the disk that are left to the daemon
    private static final int TOO_MANY = 429; // requests
    private static final int REFUSED_RANGE = 416; // there are no bytes from there on
    private static final Pattern RANGE = Pattern.compile("bytes (\\d{1,15})-\\d{1,15}/(?:(\\d{1,15})|\\*)");

    /**
     * @param goesOn true for a fetch that a restart has interrupted, after which the network may need minutes
     * @throws Failure if it does not come, or has another digest: then nothing is kept
     */
    Path fetch(URI url, String sha256, boolean goesOn, Call call) throws Failure, InterruptedException {
        Path part = folder.resolve(sha256 + ".part");
        try {
            DurableDirectories.make(folder);
            takeBack(part, sha256);
            removeOthers(part);
            if (!Files.exists(part) || !digest(part).equals(sha256)) {
                fetchRest(url, part, goesOn, call);
                if (!digest(part).equals(sha256)) {
                    Files.delete(part);
                    throw new Failure(
                            AgentErrors.UPDATE_DIGEST,
                            "the file at url has another digest than sha256: correct one of them");
                }
            }
            return part;
        } catch (IOException e) {
            throw new Failure(AgentErrors.AGENT_DISK, folder + " cannot be used: " + IoReason.of(e), e);
        }
    }

    /** Takes back a package that was moved for a request which was not written. */
    private void takeBack(Path part, String sha256) throws IOException {
        Path arrived = folder.resolve(UpdatePaths.ARRIVED);
        if (Files.exists(arrived) && digest(arrived).equals(sha256)) {
            Files.move(arrived, part, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private void removeOthers(Path part) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                String name = each.getFileName().toString();
                if ((name.endsWith(".part") || name.endsWith(".deb")) && !each.equals(part)) {
                    Files.delete(each);
                }
            }
        }
    }

    private void fetchRest(URI url, Path part, boolean goesOn, Call call)
            throws IOException, Failure, InterruptedException {
        int most = goesOn ? LATER_ATTEMPTS : FIRST_ATTEMPTS;
        int attempts = 0;
        long largest = Files.exists(part) ? Files.size(part) : 0; // a server without ranges begins again at 0
        while (true) {
            String reason = attempt(url, part, call);
            if (reason == null) {
                return;
            }
            boolean hasBrought = Files.size(part) > largest;
            largest = Math.max(largest, Files.size(part));
            attempts = hasBrought ? 0 : attempts + 1;
            most = hasBrought ? LATER_ATTEMPTS : most;
            if (attempts == most) {
                String sentence = reason + "; repeat the call later, it goes on at byte " + Files.size(part);
                throw new Failure(AgentErrors.UPDATE_FETCH, sentence);
            }
            ticker.sleep(Backoff.ceiling(Duration.ofSeconds(1).toNanos(), LONGEST_PAUSE.toNanos(), attempts));
        }
    }

    /** Appends what the server sends. Returns null if that is all, or why it is not. */
    private String attempt(URI url, Path part, Call call) throws IOException, Failure, InterruptedException {
        HttpURLConnection from = null;
        try (FileChannel file = FileChannel.open(
                part,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            long total;
            InputStream in;
            try {
                from = client.get(url, file.size());
                total = total(from, file.size());
                in = from.getResponseCode() >= 400 ? InputStream.nullInputStream() : from.getInputStream();
            } catch (IOException e) {
                return reason(e);
            }
            int code = from.getResponseCode();
            if (code == REFUSED_RANGE) {
                file.truncate(0);
            }
            if (code >= 500 || code == TOO_MANY || code == REFUSED_RANGE) {
                return "the server answered " + code;
            }
            if (code != HttpURLConnection.HTTP_PARTIAL) {
                file.truncate(0);
            }
            try {
                return copy(in, file.position(file.size()), total, call);
            } finally {
                file.force(true);
            }
        } finally {
            if (from != null) {
                from.disconnect();
            }
        }
    }

    /** Bytes of the whole file; -1 if the server does not tell. */
    private static long total(HttpURLConnection from, long offset) throws IOException, Failure {
        int code = from.getResponseCode();
        if (code == HttpURLConnection.HTTP_PARTIAL) {
            Matcher range = RANGE.matcher(Objects.requireNonNullElse(from.getHeaderField("Content-Range"), ""));
            if (!range.matches() || Long.parseLong(range.group(1)) != offset) {
                throw new IOException("the server sends another part of the file than was asked for");
            }
            return range.group(2) == null ? -1 : Long.parseLong(range.group(2));
        }
        boolean isPassing = code >= 500 || code == TOO_MANY || code == REFUSED_RANGE;
        if (code != HttpURLConnection.HTTP_OK && !isPassing) {
            String sentence = "the server answered " + code + ": correct url, or what is there";
            throw new Failure(Failure.Actor.CALLER, AgentErrors.UPDATE_FETCH, sentence);
        }
        return from.getContentLengthLong();
    }

    private String copy(InputStream in, FileChannel file, long total, Call call)
            throws IOException, Failure, InterruptedException {
        FileStore disk = Files.getFileStore(folder);
        limit(total, file, disk);
        byte[] bytes = new byte[16 << 10];
        while (true) {
            int count;
            try {
                count = in.read(bytes);
            } catch (IOException e) {
                return reason(e);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (count < 0) {
                return file.size() < total ? "the server closed the connection" : null;
            }
            budget.add("update", count);
            for (ByteBuffer left = ByteBuffer.wrap(bytes, 0, count); left.hasRemaining(); ) {
                file.write(left);
            }
            limit(file.size(), file, disk);
            call.progress(file.size(), Math.max(0, total), "bytes", "fetches the package");
        }
    }

    /** @param size bytes that the package has at least, or -1 */
    private void limit(long size, FileChannel file, FileStore disk) throws IOException, Failure {
        if (size > most) {
            file.truncate(0);
            String sentence = "the file at url has more than " + most + " bytes: it is no package of outrider";
            throw new Failure(AgentErrors.UPDATE_PACKAGE, sentence);
        }
        if (disk.getUsableSpace() < size - file.size() + RESERVE) {
            throw new Failure(
                    AgentErrors.AGENT_DISK, "the disk of " + folder + " has no space for the package: free some");
        }
        if (budget.usedUp()) {
            throw new Failure(
                    AgentErrors.UPDATE_BUDGET,
                    "the megabytes of today (UTC) are used up: repeat the call tomorrow, it goes on at byte "
                            + file.size() + ", or raise budget_mb in [update]");
        }
    }

    private static String digest(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] bytes = new byte[16 << 10];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                digest.update(bytes, 0, count);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // each Java has SHA-256
        }
    }

    private static String reason(IOException e) throws InterruptedException {
        if (Thread.interrupted()) { // the client was closed with it
            throw new InterruptedException();
        }
        return HttpFailure.reason(e, "url", "[update] ca");
    }
}
