package io.outrider.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.net.ssl.SSLContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class NoTlsTest {
    private final SSLContext context = NoTls.context();

    private static void assertRefused(ThrowingCallable use) {
        assertThatThrownBy(use)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("no TLS");
    }

    @Test
    void nothingCanBeEncryptedWithIt() {
        assertRefused(() -> context.init(null, null, null));
        assertRefused(context::getSocketFactory);
        assertRefused(context::getServerSocketFactory);
        assertRefused(context::createSSLEngine);
        assertRefused(() -> context.createSSLEngine("host", 443));
        assertRefused(context::getClientSessionContext);
        assertRefused(context::getServerSessionContext);
    }

    @Test
    void itHasNoProviderOfTls() {
        assertThat(context.getProvider()).isNull();
        assertThat(context.getProtocol()).isEqualTo("none");
    }
}
