package io.outrider.agent.operator.api;

import io.outrider.agent.operator.errors.LocalApiErrors;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Head of an HTTP/1.x request.
 *
 * @param path decoded, without trailing slash
 * @param query raw query string; null if absent
 * @param headers by name in lower case
 * @param old true for HTTP/1.0, which has no chunks
 */
record RequestHead(String method, String path, String query, Map<String, List<String>> headers, boolean old) {
    static final int LARGEST = 16 * 1024; // bytes
    static final int LONGEST_ADDRESS = 8 * 1024;
    static final int MOST_HEADERS = 100;

    private static final Pattern FIRST_LINE = Pattern.compile("([!-~]{1,20}) (\\S+) HTTP/(\\d)\\.(\\d)");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*(.*?)[ \\t]*");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,15}");

    /** @param head without the empty line at its end */
    static RequestHead parse(byte[] head, int length) throws HttpError {
        String[] lines = new String(head, 0, length, StandardCharsets.ISO_8859_1).split("\r?\n");
        Matcher first = FIRST_LINE.matcher(lines[0]);
        if (!first.matches()) {
            throw HttpError.badRequest(
                    "this is no HTTP request: its first line has to be such as GET /status HTTP/1.1");
        }
        if (!first.group(3).equals("1")) {
            throw new HttpError(505, LocalApiErrors.BAD_VERSION, "HTTP/1.1 and HTTP/1.0 are spoken here");
        }
        String address = first.group(2);
        if (address.length() > LONGEST_ADDRESS) {
            throw addressTooLong();
        }
        int question = address.indexOf('?');
        return new RequestHead(
                first.group(1),
                path(question < 0 ? address : address.substring(0, question)),
                question < 0 ? null : address.substring(question + 1),
                headers(lines),
                first.group(4).equals("0"));
    }

    static HttpError addressTooLong() {
        return new HttpError(
                414,
                LocalApiErrors.ADDRESS_TOO_LONG,
                "an address of more than " + LONGEST_ADDRESS + " characters is refused");
    }

    static HttpError headersTooLarge() {
        return new HttpError(
                431,
                LocalApiErrors.HEADERS_TOO_LARGE,
                "more than " + MOST_HEADERS + " headers, or " + LARGEST + " bytes of them, are refused");
    }

    private static String path(String address) throws HttpError {
        if (!address.startsWith("/")) {
            throw HttpError.badRequest("the address of a request has to begin with a slash, such as /status");
        }
        try {
            String path = URLDecoder.decode(address.replace("+", "%2B"), StandardCharsets.UTF_8);
            return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("in an address % stands before two hexadecimal digits; write % itself as %25");
        }
    }

    private static Map<String, List<String>> headers(String[] lines) throws HttpError {
        if (lines.length - 1 > MOST_HEADERS) {
            throw headersTooLarge();
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            Matcher header = HEADER.matcher(lines[i]);
            if (!header.matches()) {
                throw HttpError.badRequest("line " + (i + 1) + " of the request is no header such as Accept: */*");
            }
            headers.computeIfAbsent(header.group(1).toLowerCase(Locale.ROOT), each -> new ArrayList<>(1))
                    .add(header.group(2));
        }
        return headers;
    }

    List<String> all(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /** First value of a header; null if absent. */
    String first(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? null : all.get(0);
    }

    boolean isChunked() {
        return headers.containsKey("transfer-encoding");
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    boolean awaitsContinue() throws HttpError {
        List<String> expects = all("expect");
        for (String expect : expects) {
            if (!expect.equalsIgnoreCase("100-continue")) {
                throw new HttpError(
                        417, LocalApiErrors.EXPECTATION, "Expect: only 100-continue is understood; leave it away");
            }
        }
        return !expects.isEmpty();
    }

    /** 0 if the body is chunked. Ambiguous lengths are refused, which prevents request smuggling. */
    long bodyLength() throws HttpError {
        List<String> lengths = all("content-length");
        List<String> encodings = all("transfer-encoding");
        if (!encodings.isEmpty() && (old || !lengths.isEmpty() || encodings.size() > 1)) {
            throw HttpError.badRequest("Transfer-Encoding has to stand alone, without Content-Length, in HTTP/1.1");
        }
        if (!encodings.isEmpty() && !encodings.get(0).equalsIgnoreCase("chunked")) {
            throw HttpError.badRequest("Transfer-Encoding: only chunked is understood");
        }
        if (lengths.isEmpty()) {
            return 0;
        }
        if (lengths.size() > 1 || !LENGTH.matcher(lengths.get(0)).matches()) {
            throw HttpError.badRequest("Content-Length has to be one number, the bytes of the body");
        }
        return Long.parseLong(lengths.get(0));
    }
}
