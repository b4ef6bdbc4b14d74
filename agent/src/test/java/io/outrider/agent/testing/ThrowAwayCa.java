package io.outrider.agent.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A certificate authority for one test, with keys on the curve P-256 as PKCS#8, made by the openssl command line. */
public final class ThrowAwayCa {
    private final Path folder;
    private final String name;
    private final Path openssl;
    private final Path config;

    /**
     * One certificate and its key.
     *
     * @param key readable by its owner only
     */
    public record Pair(Path certificate, Path key) {}

    /** Makes the authority's own certificate; several authorities may share a folder under different names. */
    public ThrowAwayCa(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        this.openssl = Path.of(Programs.find("openssl", "openssl"));
        this.config = folder.resolve("openssl-" + name + ".cnf");
        try {
            Files.writeString(config, "[req]\ndistinguished_name = dn\n[dn]\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        make(
                name,
                name,
                List.of("-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=keyCertSign,cRLSign"));
    }

    /** The authority's certificate: what the other side trusts. */
    public Path certificate() {
        return folder.resolve(name + ".crt");
    }

    /** A certificate for a broker on this machine: localhost and 127.0.0.1. */
    public Pair server() {
        return server("DNS:localhost,IP:127.0.0.1");
    }

    /** A certificate for a broker elsewhere, such as {@code DNS:broker.example}. */
    public Pair server(String subjectAlternativeNames) {
        return signed("server", List.of("-addext", "subjectAltName=" + subjectAlternativeNames));
    }

    /** A certificate for a unit; its common name is the unit's id, which the broker takes for the user name. */
    public Pair client(String unit) {
        return signed(unit, List.of("-addext", "extendedKeyUsage=clientAuth"));
    }

    private Pair signed(String commonName, List<String> extensions) {
        List<String> arguments = new ArrayList<>(List.of(
                "-CA",
                certificate().toString(),
                "-CAkey",
                folder.resolve(name + ".key").toString(),
                "-addext",
                "basicConstraints=critical,CA:FALSE"));
        arguments.addAll(extensions);
        return make(name + "-" + commonName, commonName, arguments);
    }

    private Pair make(String file, String commonName, List<String> arguments) {
        Path certificate = folder.resolve(file + ".crt");
        Path key = folder.resolve(file + ".key");
        List<String> command = new ArrayList<>(List.of(openssl.toString(), "req", "-x509", "-newkey", "ec"));
        command.addAll(List.of("-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"));
        command.addAll(List.of("-config", config.toString(), "-subj", "/CN=" + commonName));
        command.addAll(List.of("-out", certificate.toString(), "-keyout", key.toString()));
        command.addAll(arguments);
        Programs.run(command);
        return new Pair(certificate, key);
    }
}
