package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.settings.AuthoritiesFile;
import io.outrider.api.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/** TLS trust from a PEM file, which may be renewed while the agent runs. */
public final class CaBundle {
    private final Path file;
    private byte[] pem; // guarded by this
    private SSLSocketFactory factory; // of pem; guarded by this

    public CaBundle(Path file) {
        this.file = file;
    }

    /** The same object while the file is unchanged, so that connections are reused. */
    public synchronized SSLSocketFactory factory() throws Failure {
        byte[] now = AuthoritiesFile.read(file);
        if (Arrays.equals(now, pem)) {
            return factory;
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, AuthoritiesFile.trust(AuthoritiesFile.certificates(file, now)), null);
            factory = context.getSocketFactory();
            pem = now;
            return factory;
        } catch (GeneralSecurityException | IOException e) {
            throw new Failure(
                    AgentErrors.BAD_CERTIFICATE_FILE,
                    file
                            + " holds certificates that cannot be used; write the authorities' certificates into it, as PEM",
                    e);
        }
    }
}
