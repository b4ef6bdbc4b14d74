package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.builtin.update.PackageServer.Spoiled;
import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.storage.SmallFileSystem;
import io.outrider.agent.telemetry.upload.UploadBudget;
import io.outrider.api.Call;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.testkit.ManualTicker;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches from a real HTTP server. */
class PackageFetchTest {
    private static final int SIZE = 2_500_000;

    private final ManualTicker ticker = new ManualTicker();
    private final byte[] file = new byte[SIZE];

    @TempDir
    Path folder;

    private PackageServer server;
    private String sha256;
    private UploadBudget budget;

    @BeforeEach
    void open() throws Exception {
        new Random(1).nextBytes(file);
        sha256 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
        server = new PackageServer(file);
        budget = budget(0);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private UploadBudget budget(int megabytes) {
        return new UploadBudget(folder.resolve("usage.json"), new SimulatedTime().clock(), ticker, megabytes);
    }

    private Path part() {
        return folder.resolve(sha256 + ".part");
    }

    private Path fetch() throws Exception {
        return fetch(server.url(), PackageFetch.MOST);
    }

    private Path fetch(URI url, long most) throws Exception {
        return fetch(most).fetch(url, sha256, false, Call.detached());
    }

    private PackageFetch fetch(long most) {
        UpdateSettings settings = new UpdateSettings(null, null, null, null, null);
        return new PackageFetch(folder, new PackageClient(settings), budget, ticker, most);
    }

    private static void fails(ThrowingCallable call, ErrorCode code, String sentence) {
        assertThatThrownBy(call)
                .hasMessageContaining(sentence)
                .isInstanceOfSatisfying(
                        Failure.class, each -> assertThat(each.errorCode()).isEqualTo(code));
    }

    @Test
    void aCutFetchGoesOnWhereItEnded() throws Exception {
        server.spoil(new Spoiled.Cut(1_000_000), new Spoiled.Status(503), new Spoiled.Cut(500_000));
        assertThat(fetch()).isEqualTo(part()).hasBinaryContent(file);
        assertThat(server.ranges()).containsExactly("", "bytes=1000000-", "bytes=1000000-", "bytes=1500000-");
        assertThat(Files.getPosixFilePermissions(part())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(budget.usage().get("today").toString()).contains("update=" + SIZE);
    }

    @Test
    void aFetchAfterARestartAsksForTheRest() throws Exception {
        Files.write(part(), java.util.Arrays.copyOf(file, 2_000_000));
        assertThat(fetch()).hasBinaryContent(file);
        assertThat(server.ranges()).containsExactly("bytes=2000000-");
    }

    @Test
    void aPackageThatIsThereIsNotFetchedAgain() throws Exception {
        Files.write(part(), file);
        assertThat(fetch()).hasBinaryContent(file);
        assertThat(server.ranges()).isEmpty();
    }

    @Test
    void aServerWithoutRangesOrLengthsWillDo() throws Exception {
        Files.write(part(), java.util.Arrays.copyOf(file, 2_000_000));
        server.spoil(new Spoiled.WithoutRange());
        assertThat(fetch()).hasBinaryContent(file);
        Files.delete(part());
        server.spoil(new Spoiled.WithoutLength());
        assertThat(fetch()).hasBinaryContent(file);
        assertThat(server.ranges()).containsExactly("bytes=2000000-", "");
    }

    @Test
    void aFlakyServerWithoutRangesIsNotTriedForEver() {
        Spoiled[] failures = new Spoiled[100];
        for (int i = 0; i < failures.length; i += 2) {
            failures[i] = new Spoiled.Cut(1000);
            failures[i + 1] = new Spoiled.Status(416); // the part is emptied
        }
        server.spoil(failures);
        fails(this::fetch, AgentErrors.UPDATE_FETCH, "repeat the call later");
        assertThat(server.ranges()).hasSize(26);
    }

    @Test
    void aPackageThatWasMovedForARequestIsTakenBack() throws Exception {
        Files.write(folder.resolve(UpdatePaths.ARRIVED), file);
        Files.writeString(part(), "begun anew");
        assertThat(fetch()).isEqualTo(part()).hasBinaryContent(file);
        assertThat(server.ranges()).isEmpty();
    }

    @Test
    void aFileThatIsLongerThanTheServersIsFetchedAnew() throws Exception {
        Files.write(part(), new byte[SIZE + 1]);
        assertThat(fetch()).hasBinaryContent(file);
        assertThat(server.ranges()).containsExactly("bytes=" + (SIZE + 1) + "-", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes 2000001-2499999/2500000",
                "bytes 0-2499999/2500000",
                "bytes */2500000",
                "bytes 2000000-/2500000",
                "bytes 2000000-2499999",
                "bytes -2000000-2499999/2500000",
                "bytes 2000000-2499999/-1",
                "bytes 9999999999999999999-1/2500000",
                "bytes 2000000-2499999/9999999999999999999",
                "items 2000000-2499999/2500000"
            })
    void anotherRangeThanWasAskedForIsNotAppended(String range) throws Exception {
        Files.write(part(), java.util.Arrays.copyOf(file, 2_000_000));
        server.spoil(new Spoiled.Partial(range));
        assertThat(fetch()).hasBinaryContent(file);
        assertThat(server.ranges()).containsExactly("bytes=2000000-", "bytes=2000000-");
    }

    /** The digest decides, not what the server tells of the length. */
    @ParameterizedTest
    @ValueSource(strings = {"bytes 2000000-2499999/*", "bytes 2000000-2000009/2000010"})
    void aRangeOfUnknownOrTooSmallALengthWillDo(String range) throws Exception {
        Files.write(part(), java.util.Arrays.copyOf(file, 2_000_000));
        server.spoil(new Spoiled.Partial(range));
        assertThat(fetch()).hasBinaryContent(file);
        assertThat(server.ranges()).hasSize(1);
    }

    @Test
    void aRangeThatPromisesMoreThanAPackageHasIsRefusedBeforeItComes() throws Exception {
        Files.write(part(), java.util.Arrays.copyOf(file, 2_000_000));
        server.spoil(new Spoiled.Partial("bytes 2000000-2499999/999999999999999"));
        fails(this::fetch, AgentErrors.UPDATE_PACKAGE, "has more than 67108864 bytes");
        assertThat(part()).isEmptyFile();
        assertThat(server.ranges()).hasSize(1);
    }

    @Test
    void aPartNobodyAskedForIsTakenOnlyFromTheBeginning() throws Exception {
        server.spoil(new Spoiled.Partial("bytes 7-2499999/2500000"), new Spoiled.Partial("bytes 0-2499999/2500000"));
        assertThat(fetch()).hasBinaryContent(file);
        assertThat(server.ranges()).containsExactly("", "");
    }

    @Test
    void theServerBehindARedirectIsAskedForTheRestToo() throws Exception {
        Files.write(part(), java.util.Arrays.copyOf(file, 2_000_000));
        try (PackageServer other = new PackageServer(file)) {
            server.spoil(new Spoiled.Redirect(other.url().toString()));
            other.spoil(new Spoiled.Cut(1000));
            assertThat(fetch()).hasBinaryContent(file);
            assertThat(other.ranges()).containsExactly("bytes=2000000-");
            assertThat(server.ranges())
                    .as("begins at the url again")
                    .containsExactly("bytes=2000000-", "bytes=2001000-");
        }
    }

    @Test
    void aDiskWithoutRoomEndsTheFetchWhichGoesOnWithRoom() throws Exception {
        Path mount = Files.createDirectory(folder.resolve("mount"));
        try (SmallFileSystem disk = new SmallFileSystem(mount, 32 << 10)) {
            folder = Files.createDirectory(mount.resolve("update"));
            Path filling = Files.write(mount.resolve("filling"), new byte[15 << 20]);
            server.spoil(new Spoiled.WithoutLength());
            fails(this::fetch, AgentErrors.AGENT_DISK, "has no space for the package: free some");
            long size = Files.size(part());
            assertThat(size).isBetween(900_000L, 1_100_000L);
            fails(this::fetch, AgentErrors.AGENT_DISK, "has no space for the package: free some");
            assertThat(part())
                    .as("its length does not fit, so nothing of it is written")
                    .hasSize(size);
            Files.delete(filling);
            assertThat(fetch()).hasBinaryContent(file);
            assertThat(server.ranges()).containsExactly("", "bytes=" + size + "-", "bytes=" + size + "-");
        }
    }

    @Test
    void aWrongDigestIsRefusedAndNothingIsKept() throws Exception {
        sha256 = "0".repeat(64);
        fails(this::fetch, AgentErrors.UPDATE_DIGEST, "another digest");
        assertThat(part()).doesNotExist();
    }

    @Test
    void whatTheServerRefusesIsNotTriedAgain() {
        server.spoil(new Spoiled.Status(404));
        fails(this::fetch, AgentErrors.UPDATE_FETCH, "the server answered 404: correct url");
        assertThat(server.ranges()).hasSize(1);
    }

    @Test
    void aServerThatCannotBeReachedIsTriedSixTimesInAMinute() throws Exception {
        Files.write(part(), java.util.Arrays.copyOf(file, 1000));
        URI nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/outrider.deb");
        }
        fails(() -> fetch(nobody, PackageFetch.MOST), AgentErrors.UPDATE_FETCH, "it goes on at byte 1000");
        assertThat(Duration.ofNanos(ticker.slept())).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(70));
    }

    @Test
    void aFetchThatHasBroughtSomethingOrGoesOnIsTriedForTenMinutes() throws Exception {
        Spoiled[] failures = new Spoiled[25];
        java.util.Arrays.fill(failures, new Spoiled.Status(503));
        server.spoil(failures);
        fails(
                () -> fetch(PackageFetch.MOST).fetch(server.url(), sha256, true, Call.detached()),
                AgentErrors.UPDATE_FETCH,
                "the server answered 503");
        assertThat(Duration.ofNanos(ticker.slept())).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(12));
        server.spoil(new Spoiled.Cut(1_000_000));
        server.spoil(java.util.Arrays.copyOf(failures, 24));
        assertThat(fetch()).hasBinaryContent(file);
    }

    @Test
    void aLargerFileIsRefused() throws Exception {
        fails(() -> fetch(server.url(), SIZE - 1), AgentErrors.UPDATE_PACKAGE, "has more than 2499999 bytes");
        server.spoil(new Spoiled.WithoutLength());
        fails(() -> fetch(server.url(), SIZE - 1), AgentErrors.UPDATE_PACKAGE, "has more than 2499999 bytes");
        assertThat(Files.size(part())).isZero();
    }

    @Test
    void theDaysBudgetEndsAFetchWhichGoesOnWithANewOne() throws Exception {
        budget = budget(1);
        fails(this::fetch, AgentErrors.UPDATE_BUDGET, "raise budget_mb in [update]");
        long size = Files.size(part());
        assertThat(size).isBetween(1_000_000L, 1_100_000L);
        budget = budget(0);
        assertThat(fetch()).hasBinaryContent(file);
        assertThat(server.ranges()).containsExactly("", "bytes=" + size + "-");
    }

    @Test
    void partsOfOtherPackagesAreRemoved() throws Exception {
        Files.writeString(folder.resolve("0".repeat(64) + ".part"), "old");
        Files.writeString(folder.resolve("package.deb"), "old");
        Files.writeString(folder.resolve("published"), "x");
        fetch();
        try (var files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder(sha256 + ".part", "published");
        }
    }

    @Test
    void progressCountsBytesOfTheWholeFile() throws Exception {
        Files.write(part(), java.util.Arrays.copyOf(file, 2_400_000));
        List<String> reports = new ArrayList<>();
        fetch(PackageFetch.MOST).fetch(server.url(), sha256, false, new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                reports.add(done + "/" + total + " " + unit);
            }
        });
        assertThat(reports).hasSizeGreaterThan(3).endsWith("2500000/2500000 bytes");
        assertThat(reports.get(0)).matches("24\\d{5}/2500000 bytes");
    }

    @Test
    void aCancelEndsTheFetchAndKeepsWhatHasCome() throws Exception {
        Call cancels = new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                Thread.currentThread().interrupt();
            }
        };
        PackageFetch fetch = fetch(PackageFetch.MOST);
        assertThatThrownBy(() -> fetch.fetch(server.url(), sha256, false, cancels))
                .isInstanceOf(InterruptedException.class);
        assertThat(Files.size(part())).isPositive();
        assertThat(fetch()).hasBinaryContent(file);
    }
}
