package io.outrider.agent.operator.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** HTTP connection for one request. */
final class HttpConnection implements AutoCloseable {
    /**
     * Form of tokens of the unit and of its clients. Nothing else is sent: the folder of the file is the daemon's, who could
     * have a link there to a file that only root may read.
     */
    private static final Pattern TOKEN = Pattern.compile("([A-Za-z0-9._-]{1,100}\\.)?[0-9a-f]{64}");

    private final DaemonEndpoint endpoint;
    private final TimedChannel channel;
    private String unreadable; // message about an unreadable token file; null if none
    private Path tokenFile; // source of the token; null if none

    /** Connects to a socket that this user may use, else to the port. */
    HttpConnection(DaemonEndpoint endpoint, int silenceMillis) throws Failure, SocketTimeoutException {
        this.endpoint = endpoint;
        try {
            channel = open(silenceMillis);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            throw new Failure(
                    CommandLineErrors.NOT_RUNNING,
                    "the daemon does not run on port " + endpoint.port()
                            + ": systemctl start outrider; or run this command without it: outrider --alone …",
                    e);
        }
    }

    private TimedChannel open(int silenceMillis) throws IOException {
        for (Path socket : endpoint.sockets()) {
            try {
                if (Files.exists(socket)) {
                    return new TimedChannel(UnixDomainSocketAddress.of(socket), silenceMillis);
                }
            } catch (SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                // inaccessible or stale
            }
        }
        InetAddress host = InetAddress.getByName(endpoint.host());
        return new TimedChannel(new InetSocketAddress(host, endpoint.port()), silenceMillis);
    }

    HttpResponse ask(String method, String path, String accept, byte[] body) throws IOException, Failure {
        String token = token();
        String head = method + " " + path + " HTTP/1.0\r\nHost: localhost:" + endpoint.port() + "\r\nAccept: " + accept
                + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n"
                + (token == null ? "" : "Authorization: Bearer " + token + "\r\n") + "\r\n";
        channel.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.ISO_8859_1)), ByteBuffer.wrap(body));
        HttpResponse answer = new HttpResponse(new BufferedInputStream(channel));
        if (answer.status() == 200) {
            return answer;
        }
        Failure failure = answer.failure();
        throw answer.status() == 401 ? noToken(failure) : failure;
    }

    private String token() {
        for (Path file : endpoint.tokenFiles()) {
            try {
                String token = new String(SmallFile.read(file, 200), StandardCharsets.ISO_8859_1).strip();
                if (TOKEN.matcher(token).matches()) {
                    tokenFile = file;
                    return token;
                }
                unreadable = "the file " + file + " holds no token";
            } catch (NoSuchFileException e) {
                // try the next; the request may need no token
            } catch (IOException e) {
                unreadable = e instanceof AccessDeniedException
                        ? "this user may not use the daemon: run it as root or as a member of the group outrider, or say "
                                + "--token-file"
                        : "the token file " + file + " cannot be read: " + IoReason.of(e);
            }
        }
        return null;
    }

    /** Failure for a missing token: the operator must use another account. */
    private Failure noToken(Failure failure) {
        String files = endpoint.tokenFiles().stream().map(Path::toString).collect(Collectors.joining(" or "));
        String why = "the daemon asks for its token, and there is no file " + files
                + ": name the right one with --token-file";
        if (tokenFile != null) {
            why = "the daemon on port " + endpoint.port() + " does not take the token in " + tokenFile
                    + ": it is another daemon's; name the right file with --token-file";
        } else if (unreadable != null) {
            why = unreadable;
        }
        return new Failure(
                Failure.Actor.OPERATOR,
                LocalApiErrors.NO_TOKEN,
                why + " (the daemon says: " + failure.getMessage() + ")",
                failure);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // unusable either way
        }
    }

    /** Reader of the response to an HTTP/1.0 request, which has no chunks: status and body. */
    static final class HttpResponse extends InputStream {
        private static final int MAX_LINE_LENGTH = 1 << 16;
        private static final int MAX_HEADERS = 100;
        private static final Pattern STATUS = Pattern.compile("HTTP/1\\.\\S* (\\d{3})( .*)?");
        private static final Pattern LENGTH = Pattern.compile("(?i)content-length:\\s*(\\d{1,15})");

        private final InputStream in;
        private final int status;
        private long left = Long.MAX_VALUE; // bytes of the body; without a length the connection's end ends it

        HttpResponse(InputStream in) throws IOException {
            this.in = in;
            Matcher first = STATUS.matcher(line());
            if (!first.matches()) {
                throw new ProtocolException("no HTTP");
            }
            status = Integer.parseInt(first.group(1));
            int headers = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                headers++;
                if (headers > MAX_HEADERS) {
                    throw new IOException("too many headers");
                }
                Matcher length = LENGTH.matcher(header);
                left = length.matches() ? Long.parseLong(length.group(1)) : left;
            }
        }

        int status() {
            return status;
        }

        /** Failure from the body of an error response. */
        Failure failure() throws IOException {
            JsonNode error = Json.PLAIN.readTree(readNBytes(1 << 20));
            if (!error.path("error").isTextual()) {
                throw new ProtocolException("status " + status);
            }
            return failure(error);
        }

        static Failure failure(JsonNode error) {
            String named = error.path("actor").asText();
            Failure.Actor actor = Arrays.stream(Failure.Actor.values())
                    .filter(each -> each.name().equalsIgnoreCase(named))
                    .findFirst()
                    .orElse(Failure.Actor.AGENT);
            String code = error.path("code").asText(LocalApiErrors.FAILED.name());
            return Failure.reported(actor, code, error.path("error").asText());
        }

        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new IOException("the connection ended");
                }
                if (line.size() > MAX_LINE_LENGTH) {
                    throw new IOException("a line is too long");
                }
                line.write(c);
            }
            return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = left == 0 ? -1 : in.read(bytes, offset, (int) Math.min(length, left));
            if (left == Long.MAX_VALUE) {
                return count;
            }
            if (count < 0 && left > 0) {
                throw new IOException("the connection ended within an answer");
            }
            left -= Math.max(0, count);
            return count;
        }
    }
}
