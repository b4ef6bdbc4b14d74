package io.outrider.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Certificate authority of one test, made by the openssl command line; keys are PKCS#8, P-256 by default. */
public final class ThrowAwayCa {
    private final Path folder;
    private final String name;
    private final Path openssl;
    private final Path config;

    public record Pair(Path certificate, Path key) {}

    /** Creates the authority's certificate; authorities with different names may share a folder. */
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
                "ec",
                List.of("-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=keyCertSign,cRLSign"));
    }

    public Path certificate() {
        return folder.resolve(name + ".crt");
    }

    public Pair server() {
        return server("DNS:localhost,IP:127.0.0.1");
    }

    /** Certificate of a broker elsewhere, such as {@code DNS:broker.example}. */
    public Pair server(String subjectAlternativeNames) {
        return signed("server", "ec", List.of("-addext", "subjectAltName=" + subjectAlternativeNames));
    }

    /** Certificate of a unit; its common name is the unit's id, which the broker uses as user name. */
    public Pair client(String unit) {
        return client(unit, "ec");
    }

    /** Certificate of a unit with this kind of key, in openssl's notation: {@code rsa:2048}, {@code ed25519}. */
    public Pair client(String unit, String key) {
        return signed(unit, key, List.of("-addext", "extendedKeyUsage=clientAuth"));
    }

    /** Certificate of a local broker that expired in the second in which it began. */
    public Pair expiredServer() {
        Path request = folder.resolve(name + "-expired.csr");
        Path key = folder.resolve(name + "-expired.key");
        Path certificate = folder.resolve(name + "-expired.crt");
        List<String> make = new ArrayList<>(List.of(openssl.toString(), "req", "-new", "-newkey", "ec"));
        make.addAll(List.of("-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-config", config.toString()));
        make.addAll(List.of("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"));
        make.addAll(List.of("-keyout", key.toString(), "-out", request.toString()));
        Programs.run(make);
        List<String> sign = new ArrayList<>(List.of(openssl.toString(), "x509", "-req", "-days", "0"));
        sign.addAll(List.of("-in", request.toString(), "-out", certificate.toString(), "-copy_extensions", "copy"));
        sign.addAll(List.of("-CA", certificate().toString(), "-CAcreateserial"));
        sign.addAll(List.of("-CAkey", folder.resolve(name + ".key").toString()));
        Programs.run(sign);
        return new Pair(certificate, key);
    }

    /** Certificate in PEM for the key of a request in PEM, which openssl verifies; of this unit, whatever subject is asked for. */
    public String granted(String request, String unit, int days) {
        try {
            Path asked = Files.writeString(folder.resolve(name + "-asked.csr"), request);
            Programs.run("openssl", "req", "-in", asked.toString(), "-noout", "-verify");
            return Programs.run(
                                    "openssl",
                                    "x509",
                                    "-req",
                                    "-in",
                                    asked.toString(),
                                    "-days",
                                    Integer.toString(days),
                                    "-subj",
                                    "/CN=" + unit,
                                    "-CA",
                                    certificate().toString(),
                                    "-CAcreateserial",
                                    "-CAkey",
                                    folder.resolve(name + ".key").toString())
                            .replaceFirst("(?s)^.*?(?=-----BEGIN)", "")
                    + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Pair signed(String commonName, String key, List<String> extensions) {
        List<String> arguments = new ArrayList<>(List.of(
                "-CA",
                certificate().toString(),
                "-CAkey",
                folder.resolve(name + ".key").toString(),
                "-addext",
                "basicConstraints=critical,CA:FALSE"));
        arguments.addAll(extensions);
        return make(name + "-" + commonName, commonName, key, arguments);
    }

    private Pair make(String file, String commonName, String kind, List<String> arguments) {
        Path certificate = folder.resolve(file + ".crt");
        Path key = folder.resolve(file + ".key");
        List<String> command = new ArrayList<>(List.of(openssl.toString(), "req", "-x509", "-newkey", kind));
        if (kind.equals("ec")) {
            command.addAll(List.of("-pkeyopt", "ec_paramgen_curve:P-256"));
        }
        command.addAll(List.of("-nodes", "-days", "2"));
        command.addAll(List.of("-config", config.toString(), "-subj", "/CN=" + commonName));
        command.addAll(List.of("-out", certificate.toString(), "-keyout", key.toString()));
        command.addAll(arguments);
        Programs.run(command);
        return new Pair(certificate, key);
    }
}
