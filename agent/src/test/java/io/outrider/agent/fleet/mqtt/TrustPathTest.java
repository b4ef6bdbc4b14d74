package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.settings.AuthoritiesFile;
import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustPathTest {
    @TempDir
    private Path folder;

    private static X509Certificate read(Path file) throws Exception {
        return (X509Certificate) AuthoritiesFile.certificates(file, AuthoritiesFile.read(file))
                .iterator()
                .next();
    }

    @Test
    void whatLiesBehindTheAuthorityIsNotOnThePath() throws Exception {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        X509Certificate root = read(ca.certificate());
        X509Certificate server = read(ca.server().certificate());
        X509Certificate other = read(new ThrowAwayCa(folder, "other").certificate());
        assertThat(TrustPath.of(List.of(server, root, other), List.of(other, root)))
                .isEqualTo(new TrustPath(List.of(server), Optional.of(root)));
        assertThat(TrustPath.of(List.of(server, root), List.of(other)))
                .as("an authority that is not trusted ends the path at itself")
                .isEqualTo(new TrustPath(List.of(server, root), Optional.empty()));
        assertThat(TrustPath.of(List.of(), List.of(root))).isEqualTo(new TrustPath(List.of(), Optional.empty()));
    }

    @Test
    void aCertificateThatIsTrustedItselfIsItsOwnAuthority() throws Exception {
        X509Certificate server = read(new ThrowAwayCa(folder, "ca").server().certificate());
        assertThat(TrustPath.of(List.of(server), List.of(server)))
                .isEqualTo(new TrustPath(List.of(server), Optional.of(server)));
    }

    @Test
    void anAuthorityOfTheSameNameWithAnotherKeyHasSignedNothing() throws Exception {
        X509Certificate server = read(new ThrowAwayCa(folder, "ca").server().certificate());
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        X509Certificate namesake = read(new ThrowAwayCa(elsewhere, "ca").certificate());
        assertThat(TrustPath.of(List.of(server), List.of(namesake)).authority()).isEmpty();
    }
}
