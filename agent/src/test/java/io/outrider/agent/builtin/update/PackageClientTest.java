package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.builtin.update.PackageServer.Spoiled;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.telemetry.upload.HttpFailure;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.testkit.ThrowAwayCa;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to real servers, one of them with TLS. */
class PackageClientTest {
    private static final byte[] FILE = {1, 2, 3};

    @TempDir
    Path folder;

    private PackageServer plain;
    private PackageServer secure;
    private String ca;
    private String token;

    @BeforeEach
    void open() throws Exception {
        ThrowAwayCa authority = new ThrowAwayCa(folder, "packages");
        ca = authority.certificate().toString();
        plain = new PackageServer(FILE);
        secure = PackageServer.https(FILE, authority);
        Path file = folder.resolve("token");
        Files.writeString(file, "s3cret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        token = file.toString();
    }

    @AfterEach
    void close() {
        plain.close();
        secure.close();
    }

    private byte[] get(PackageServer server, String authorities, String host) throws Exception {
        UpdateSettings settings = new UpdateSettings(null, null, authorities, host == null ? null : token, host);
        try (PackageClient client = new PackageClient(settings)) {
            HttpURLConnection from = client.get(server.url(), 0);
            assertThat(from.getResponseCode()).isEqualTo(200);
            return from.getInputStream().readAllBytes();
        }
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String sentence) {
        assertThatThrownBy(call)
                .hasMessageContaining(sentence)
                .isInstanceOfSatisfying(
                        Failure.class, each -> assertThat(each.errorCode()).isEqualTo(AgentErrors.UPDATE_FETCH));
    }

    @Test
    void aServerWithACertificateOfTheOwnersAuthorityIsTrusted() throws Exception {
        assertThat(get(secure, ca, null)).isEqualTo(FILE);
        assertThatThrownBy(() -> get(secure, null, null))
                .isInstanceOfSatisfying(
                        SSLException.class,
                        e -> assertThat(HttpFailure.reason(e, "url", "[update] ca"))
                                .contains("not signed by whom the unit trusts", "check [update] ca"));
    }

    @Test
    void theTokenGoesToItsServerOnlyAndOverHttpsOnly() throws Exception {
        get(secure, ca, "127.0.0.1");
        get(secure, ca, "packages.example.org");
        assertThat(secure.tokens()).containsExactly("Bearer s3cret", "");
        get(plain, ca, "127.0.0.1");
        assertThat(plain.tokens()).containsExactly("");
    }

    @Test
    void aTokenWithoutAServerIsRefused() {
        assertThatThrownBy(() -> new UpdateSettings(null, null, null, token, null))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("is missing beside token_file");
    }

    @Test
    void aTokenThatEverybodyCanReadIsRefused() throws Exception {
        Files.setPosixFilePermissions(Path.of(token), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> get(secure, ca, "127.0.0.1")).hasMessageContaining("is open to everybody");
        assertThat(secure.tokens()).isEmpty();
    }

    @Test
    void aRedirectFromHttpToHttpsIsFollowed() throws Exception {
        plain.spoil(
                new Spoiled.Redirect("/elsewhere"),
                new Spoiled.Redirect(secure.url().toString()));
        assertThat(get(plain, ca, null)).isEqualTo(FILE);
        assertThat(plain.ranges()).hasSize(2);
        assertThat(secure.ranges()).hasSize(1);
    }

    @Test
    void aRedirectFromHttpsToHttpIsNotFollowed() {
        secure.spoil(new Spoiled.Redirect(plain.url().toString()));
        refused(() -> get(secure, ca, null), "from https to http, which is not followed: correct url");
        assertThat(plain.ranges()).isEmpty();
    }

    @Test
    void aRedirectInACircleOrToNoServerIsRefused() {
        String self = plain.url().toString();
        for (int i = 0; i <= 5; i++) {
            plain.spoil(new Spoiled.Redirect(self));
        }
        refused(() -> get(plain, null, null), "redirects more than 5 times");
        for (String nowhere : new String[] {"ftp://127.0.0.1/a", "http://[/", "mailto:a"}) {
            plain.spoil(new Spoiled.Redirect(nowhere));
            refused(() -> get(plain, null, null), "redirects to what is no address");
        }
    }

    @Test
    void aClosedClientAsksNobody() {
        PackageClient client = new PackageClient(new UpdateSettings(null, null, null, null, null));
        client.close();
        URI url = plain.url();
        assertThatThrownBy(() -> client.get(url, 0)).isInstanceOf(IOException.class);
        assertThat(plain.ranges()).isEmpty();
    }
}
