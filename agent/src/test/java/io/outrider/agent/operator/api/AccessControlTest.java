package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class AccessControlTest {
    @TempDir
    private Path directory;

    private int status(LocalUnit unit, String header) throws Exception {
        return Curl.run("-H", header, unit.url() + "/status").status();
    }

    @Test
    void onlyRequestsWithTheTokenAreServed() throws Exception {
        try (LocalUnit unit = new LocalUnit(directory)) {
            String token = unit.token();
            assertThat(token).matches("[0-9a-f]{64}");
            for (String right : new String[] {"Bearer ", "token ", "TOKEN ", "bearer   ", "APIToken "}) {
                assertThat(status(unit, "Authorization: " + right + token)).isEqualTo(200);
            }
            for (String wrong :
                    new String[] {token, "Bearer", "Bearer x" + token, "Bearer " + token + "0", "Basic " + token}) {
                assertThat(status(unit, "Authorization: " + wrong)).isEqualTo(401);
            }
            Curl.CurlResponse answer = Curl.run("-i", unit.url() + "/status");
            assertThat(answer.body())
                    .contains(
                            "Www-authenticate: Bearer",
                            directory.resolve("token").toString(),
                            "NO_TOKEN")
                    .doesNotContain(token);
            assertThat(Curl.run(unit.url() + "/nothing").status()).isEqualTo(401);
        }
    }

    @Test
    void aTokenOfAClientIsAsGoodAsThatOfTheUnit() throws Exception {
        try (LocalUnit unit = new LocalUnit(directory)) {
            String token = unit.clients.token("app");
            for (String right : new String[] {"Bearer ", "token ", "APIToken "}) {
                assertThat(status(unit, "Authorization: " + right + token)).isEqualTo(200);
            }
            for (String wrong : new String[] {token, "Bearer x" + token, "Bearer app." + unit.token()}) {
                assertThat(status(unit, "Authorization: " + wrong)).isEqualTo(401);
            }
            assertThat(unit.api().url()).isEqualTo(unit.url());
        }
    }

    @Test
    void anOpenUnitNeedsAndStoresNoToken() throws Exception {
        try (LocalUnit unit = new LocalUnit(directory, LocalUnit.OPEN)) {
            assertThat(Curl.run(unit.url() + "/status").status()).isEqualTo(200);
            assertThat(directory.resolve("token")).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example",
                "Host: 127.0.0.1.evil.example",
                "Host: 192.168.1.5:9000",
                "Host: localhost.evil",
                "Host: 127.0.0.1:9000:1",
                "Host: 127.0.0.256",
                "Host;",
                "Origin: http://localhost:9000",
                "Origin: null",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Referer: http://evil.example/page",
                "Referer: http://127.0.0.1:1/",
                "Referer: http://127.0.0.1.evil.example/",
            })
    void requestsOfWebPagesAreRefused(String header) throws Exception {
        try (LocalUnit unit = new LocalUnit(directory, LocalUnit.OPEN)) {
            assertThat(status(unit, header)).isIn(400, 403);
            assertThat(Curl.run("-H", header, unit.url() + "/").status()).isIn(400, 403);
            assertThat(Curl.run("-H", header, unit.url() + "/stream").status()).isIn(400, 403);
            assertThat(unit.broadcast.listeners()).isZero();
        }
    }

    @Test
    void anAddressTypedIntoABrowserIsServed() throws Exception {
        try (LocalUnit unit = new LocalUnit(directory, LocalUnit.OPEN)) {
            assertThat(status(unit, "Sec-Fetch-Site: none")).isEqualTo(200);
            assertThat(status(unit, "Sec-Fetch-Site: same-origin")).isEqualTo(200);
            assertThat(status(unit, "Referer: " + unit.url() + "/metrics")).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:9000", "127.0.0.1", "127.1.2.3:80", "[::1]:9000"})
    void loopbackHostsAreAccepted(String host) throws Exception {
        try (LocalUnit unit = new LocalUnit(directory, LocalUnit.OPEN)) {
            assertThat(status(unit, "Host: " + host)).isEqualTo(200);
        }
    }

    @Test
    void theTokenIsForTheDaemonAndItsGroupAndSurvivesARestart() throws Exception {
        Path file = directory.resolve("new/token");
        String first = kept(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThat(kept(file)).isEqualTo(first);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(kept(file)).as("narrower is as good").isEqualTo(first);
        assertThat(file.getParent().toFile().list()).containsExactly("token");
    }

    private static String kept(Path file) throws Exception {
        AccessToken.in(file);
        return Files.readString(file);
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--", "rw-rw----", "rwxr-----"})
    @Announces("token replaced")
    void aTokenThatOthersCouldReadOrWriteIsReplaced(String mode) throws Exception {
        Path file = directory.resolve("token");
        String first = kept(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        assertThat(kept(file)).isNotEqualTo(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    @Announces("not restricted to the daemon")
    void aLinkIsReplacedAndNotFollowed() throws Exception {
        Path other = Files.writeString(directory.resolve("other"), "keep");
        Path file = Files.createSymbolicLink(directory.resolve("token"), other);
        assertThat(kept(file)).matches("[0-9a-f]{64}\n");
        assertThat(other).hasContent("keep");
        assertThat(file).isRegularFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "  \n"})
    @Announces("contained no token")
    void aFileWithoutATokenGetsOne(String text) throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(kept(file)).matches("[0-9a-f]{64}\n");
    }

    @Test
    void anUnwritableTokenFileIsAFailureOfTheOperator() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> AccessToken.in(file.resolve("token")))
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.actor()).isEqualTo(Failure.Actor.OPERATOR))
                .hasMessageContaining("[local] token_file");
    }

    @Test
    @Announces("token replaced")
    void aFolderInPlaceOfTheTokenIsReported() throws Exception {
        Path file = Files.createDirectory(directory.resolve("token"));
        assertThatThrownBy(() -> AccessToken.in(file))
                .hasMessageContaining("cannot be kept in " + file + " (Is a directory); give its directory");
        assertThat(directory.toFile().list()).containsExactly("token");
    }

    @Test
    void addressesOtherThanLoopbackAreRejected() {
        for (String address : new String[] {"0.0.0.0", "::", "192.168.1.1", "localhost", "127.0.0.300", ""}) {
            assertThatThrownBy(() -> new LocalSettings(null, null, address, null, false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("address: ");
        }
        assertThatThrownBy(() -> new LocalSettings(null, 65_536, null, null, false))
                .hasMessage("port: 65536 is not from 0 to 65535");
        assertThatThrownBy(() -> new LocalSettings(null, null, null, "token", false))
                .hasMessageStartingWith("token_file: ");
        assertThat(LocalSettings.defaults()).isEqualTo(new LocalSettings(true, 9000, "127.0.0.1", null, false));
    }

    @Test
    @Announces("not restricted to the daemon and its group")
    void aTokenOfAnotherOwnerIsReplaced() throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, "a".repeat(64) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        try {
            Files.setAttribute(file, "unix:uid", 65_534);
        } catch (FileSystemException e) {
            abort("only root can give a file away");
        }
        try (LocalUnit unit = new LocalUnit(directory)) {
            assertThat(unit.token()).isNotEqualTo("a".repeat(64));
            assertThat(Files.getAttribute(file, "unix:uid"))
                    .isEqualTo(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        }
    }
}
