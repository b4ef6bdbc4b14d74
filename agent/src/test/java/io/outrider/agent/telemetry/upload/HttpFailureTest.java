package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readable reasons: no names of Java classes, but the setting to check. */
class HttpFailureTest {
    private String reason;

    @AfterEach
    void aReasonNamesNoJavaClass() {
        assertThat(reason).isNotBlank().doesNotContain("Exception", "java", "sun.");
    }

    private static String reason(Exception e) {
        return HttpFailure.reason(e, "[upload] url", "[upload] ca");
    }

    private static IOException asking(String url, int millis) {
        return catchThrowableOfType(IOException.class, () -> {
            URLConnection to = URI.create(url).toURL().openConnection();
            to.setReadTimeout(millis);
            to.getInputStream().close();
        });
    }

    @Test
    void connectionRefused() {
        reason = reason(asking("http://127.0.0.1:" + Mosquitto.freePort(), 0));
        assertThat(reason).startsWith("Connection refused");
    }

    @Test
    void readTimeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            reason = reason(asking("http://127.0.0.1:" + silent.getLocalPort(), 50));
        }
        assertThat(reason).isEqualTo("the server does not answer in time");
    }

    @Test
    void theServerClosesInsteadOfAnswering() throws Exception {
        try (ServerSocket closing = new ServerSocket(0)) {
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 2; i++) { // Java's client retries once
                        Socket client = closing.accept();
                        client.getInputStream().read();
                        client.getOutputStream().write(new byte[] {0x15, 3, 3, 0, 2, 2, 0x28}); // TLS alert
                        client.close();
                    }
                } catch (IOException e) {
                    // the client sent it once
                }
            });
            thread.start();
            reason = reason(asking("http://127.0.0.1:" + closing.getLocalPort(), 0));
            closing.close();
            thread.join();
        }
        assertThat(reason).isNotEqualTo("Unexpected end of file from server");
    }

    @Test
    void unknownHost() {
        reason = reason(new UnknownHostException("cloud.example.org"));
        assertThat(reason).contains("the name of the server is not known", "[upload] url");
    }

    @Test
    void untrustedCertificate() {
        reason = reason(tls(new CertPathBuilderException("sun.security.provider.certpath.X")));
        assertThat(reason).contains("is not signed by whom the unit trusts", "[upload] ca");
    }

    @Test
    void theCertificateIsForAnotherName() {
        reason = reason(tls(new CertificateException("No name matching x found")));
        assertThat(reason).contains("is for another name");
    }

    private static SSLHandshakeException tls(Exception cause) {
        SSLHandshakeException trouble = new SSLHandshakeException("PKIX path building failed: " + cause);
        trouble.initCause(cause);
        return trouble;
    }

    @Test
    void clientClosedDuringTheRequest() {
        reason = reason(new IllegalStateException("java.lang.X"));
        assertThat(reason).isEqualTo("the connection was closed");
    }
}
