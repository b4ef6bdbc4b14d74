package io.outrider.testkit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Registry of Debian's {@code docker-registry} on a free loopback port, with its files in a folder of the test. It asks for
 * {@link #USER} and {@link #PASSWORD} if it is not open.
 */
public final class DockerRegistry implements AutoCloseable {
    public static final String USER = "unit";
    public static final String PASSWORD = "right horse";

    private static final String MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";
    private static final String LIST = "application/vnd.docker.distribution.manifest.list.v2+json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final int port = Mosquitto.freePort();
    private final boolean open;
    private final Path authority;
    private Process process;

    /** Without a password. */
    public static DockerRegistry open(Path folder) {
        return started(folder, true, null, null);
    }

    public static DockerRegistry withPassword(Path folder) {
        return started(folder, false, null, null);
    }

    /** With password and TLS. */
    public static DockerRegistry withTls(Path folder, ThrowAwayCa ca) {
        return started(folder, false, ca, ca.server());
    }

    private static DockerRegistry started(Path folder, boolean open, ThrowAwayCa ca, ThrowAwayCa.Pair pair) {
        try {
            Path own = Files.createTempDirectory(folder, "registry");
            DockerRegistry registry = new DockerRegistry(own, open, ca == null ? null : ca.certificate());
            registry.configure(pair);
            registry.start();
            return registry;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DockerRegistry(Path folder, boolean open, Path authority) {
        this.folder = folder;
        this.open = open;
        this.authority = authority;
    }

    private void configure(ThrowAwayCa.Pair pair) throws IOException {
        StringBuilder text = new StringBuilder("version: 0.1\nlog:\n  level: warn\nstorage:\n  filesystem:\n");
        text.append("    rootdirectory: ").append(folder.resolve("data")).append("\n  delete:\n    enabled: true\n");
        text.append("http:\n  addr: 127.0.0.1:").append(port).append('\n');
        if (pair != null) {
            text.append("  tls:\n    certificate: ").append(pair.certificate());
            text.append("\n    key: ").append(pair.key()).append('\n');
        }
        if (!open) {
            String line = Programs.run(Programs.find("htpasswd", "apache2-utils"), "-Bbn", USER, PASSWORD);
            Path passwords = Files.writeString(folder.resolve("htpasswd"), line + "\n");
            text.append("auth:\n  htpasswd:\n    realm: registry\n    path: ").append(passwords);
            text.append('\n');
        }
        Files.writeString(folder.resolve("config.yml"), text);
    }

    /** Starts or restarts it on the same port with the images that it has. */
    public synchronized void start() {
        try {
            process = Programs.start(
                    folder.resolve("output"),
                    Programs.find("docker-registry", "docker-registry"),
                    "serve",
                    folder.resolve("config.yml").toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Await.until("the registry answers at " + url(), () -> {
            if (!process.isAlive()) {
                throw new AssertionError("docker-registry ended: " + Files.readString(folder.resolve("output")));
            }
            return connection("GET", url() + "/v2/", null).getResponseCode() == 200;
        });
    }

    public synchronized void stop() {
        try {
            Programs.end(process);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    public int port() {
        return port;
    }

    /** Host as names of images have it; with TLS it is in the certificate too. */
    public String host() {
        return (authority == null ? "127.0.0.1:" : "localhost:") + port;
    }

    public String url() {
        return (authority == null ? "http://" : "https://") + host();
    }

    /** Pushes the image under its name and tag, without any host; returns the manifest's digest. */
    public String push(TestImage image) {
        return putManifest(image.name(), MANIFEST, manifest(image));
    }

    /** Pushes images of several architectures under the name of the first; returns the list's digest. */
    public String pushList(TestImage... images) {
        ObjectNode list = JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", LIST);
        for (TestImage image : images) {
            byte[] manifest = manifest(image);
            String digest = TestImage.digest(manifest);
            putManifest(repository(images[0]) + ":" + digest, MANIFEST, manifest);
            ObjectNode entry = list.withArray("manifests").addObject();
            entry.put("mediaType", MANIFEST).put("digest", digest).put("size", manifest.length);
            entry.putObject("platform")
                    .put("architecture", image.architecture())
                    .put("os", "linux");
        }
        return putManifest(images[0].name(), LIST, TestImage.json(list));
    }

    private byte[] manifest(TestImage image) {
        ObjectNode manifest = JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", MANIFEST);
        byte[] config = image.config();
        blob(image, config, manifest.putObject("config"), "application/vnd.docker.container.image.v1+json");
        for (byte[] layer : image.tars()) {
            ObjectNode entry = manifest.withArray("layers").addObject();
            blob(image, TestImage.gzip(layer), entry, "application/vnd.docker.image.rootfs.diff.tar.gzip");
        }
        return TestImage.json(manifest);
    }

    private void blob(TestImage image, byte[] bytes, ObjectNode entry, String type) {
        String digest = TestImage.digest(bytes);
        entry.put("mediaType", type).put("size", bytes.length).put("digest", digest);
        String blobs = url() + "/v2/" + repository(image) + "/blobs/";
        try {
            if (connection("HEAD", blobs + digest, null).getResponseCode() == 200) {
                return;
            }
            HttpURLConnection upload = connection("POST", blobs + "uploads/", new byte[0]);
            require(upload, 202);
            String place =
                    URI.create(blobs).resolve(upload.getHeaderField("Location")).toString();
            require(connection("PUT", place + "&digest=" + digest, bytes), 201);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String putManifest(String name, String type, byte[] manifest) {
        int colon = name.indexOf(':');
        String place = url() + "/v2/" + name.substring(0, colon) + "/manifests/" + name.substring(colon + 1);
        try {
            HttpURLConnection put = connection("PUT", place, type, manifest);
            require(put, 201);
            return put.getHeaderField("Docker-Content-Digest");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String repository(TestImage image) {
        return image.name().substring(0, image.name().indexOf(':'));
    }

    private static void require(HttpURLConnection connection, int status) throws IOException {
        if (connection.getResponseCode() != status) {
            throw new AssertionError(connection.getURL() + ": " + connection.getResponseCode());
        }
    }

    private HttpURLConnection connection(String method, String place, byte[] body) throws IOException {
        return connection(method, place, "application/octet-stream", body);
    }

    private HttpURLConnection connection(String method, String place, String type, byte[] body) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(place).toURL().openConnection();
        if (connection instanceof HttpsURLConnection secured) {
            secured.setSSLSocketFactory(trusting(authority).getSocketFactory());
        }
        connection.setRequestMethod(method);
        connection.setRequestProperty("Connection", "close");
        connection.setRequestProperty("Content-Type", type);
        if (!open) {
            connection.setRequestProperty("Authorization", authorization(USER, PASSWORD));
        }
        if (body != null) {
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(body.length);
            try (var out = connection.getOutputStream()) {
                out.write(body);
            }
        }
        return connection;
    }

    static String authorization(String user, String password) {
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(both);
    }

    private static SSLContext trusting(Path certificate) throws IOException {
        try (FileInputStream in = new FileInputStream(certificate.toFile())) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Repositories that it has, for a look from outside. */
    public List<String> repositories() {
        try (var in = connection("GET", url() + "/v2/_catalog", null).getInputStream()) {
            List<String> all = new ArrayList<>();
            JSON.readTree(in).path("repositories").forEach(each -> all.add(each.textValue()));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
