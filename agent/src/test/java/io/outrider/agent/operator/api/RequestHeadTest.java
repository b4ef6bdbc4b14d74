package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadTest {
    private static RequestHead parse(String text) throws HttpError {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return RequestHead.parse(bytes, bytes.length);
    }

    private static void isRefused(String text, int status) {
        assertThatThrownBy(() -> parse(text).bodyLength())
                .isInstanceOfSatisfying(
                        HttpError.class, e -> assertThat(e.status()).as(text).isEqualTo(status));
    }

    @Test
    void aHeadMayHaveEitherKindOfLineEnds() throws Exception {
        for (String end : new String[] {"\r\n", "\n"}) {
            RequestHead head =
                    parse(String.join(end, "GET /a%20b/?x=%31&y HTTP/1.1", "HOST:localhost", "A: 1 ", "a: 2", ""));
            assertThat(head.method()).isEqualTo("GET");
            assertThat(head.path()).isEqualTo("/a b");
            assertThat(head.query()).as("as it came").isEqualTo("x=%31&y");
            assertThat(head.first("host")).isEqualTo("localhost");
            assertThat(head.all("a")).containsExactly("1", "2");
            assertThat(head.all("b")).isEmpty();
            assertThat(head.old()).isFalse();
        }
        assertThat(parse("GET /+ HTTP/1.0").path()).isEqualTo("/+");
        assertThat(parse("GET / HTTP/1.0").old()).isTrue();
        assertThat(parse("GET // HTTP/1.1").path()).isEqualTo("/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET",
                "GET /",
                "GET / HTTP/1",
                "GET  / HTTP/1.1",
                "GET / HTTP/1.1 x",
                "GET status HTTP/1.1",
                "GET http://localhost/ HTTP/1.1",
                "OPTIONS * HTTP/1.1",
                "GET /%zz HTTP/1.1",
                "GET /% HTTP/1.1",
                "GET / HTTP/1.1\r\nno colon",
                "GET / HTTP/1.1\r\n: x",
                "GET / HTTP/1.1\r\nA : x",
                "GET / HTTP/1.1\r\nA: x\r\n folded",
                "\u0016\u0003\u0001",
            })
    void malformedHeadsAreRefused(String text) {
        isRefused(text, 400);
    }

    @Test
    void theLengthIsLimited() throws Exception {
        isRefused("GET /" + "x".repeat(RequestHead.LONGEST_ADDRESS) + " HTTP/1.1", 414);
        isRefused("GET / HTTP/1.1" + "\r\nA: 1".repeat(RequestHead.MOST_HEADERS + 1), 431);
        isRefused("GET / HTTP/2.0", 505);
        assertThat(parse("GET / HTTP/1.1" + "\r\nA: 1".repeat(RequestHead.MOST_HEADERS))
                        .all("a"))
                .hasSize(RequestHead.MOST_HEADERS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: abc",
                "Content-Length: -1",
                "Content-Length: 1, 1",
                "Content-Length: 99999999999999999999",
                "Content-Length: 1\nContent-Length: 1",
                "Transfer-Encoding: gzip",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\nContent-Length: 2",
            })
    void aBodyOfAmbiguousLengthIsRefused(String headers) {
        isRefused("POST / HTTP/1.1\n" + headers, 400);
        isRefused("POST / HTTP/1.0\nTransfer-Encoding: chunked", 400);
    }
}
