package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyDecoderTest {
    private static final int MOST = 100_000;

    private final Semaphore budget = new Semaphore(MOST);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private BodyDecoder decoder(String header, int largest) throws HttpError {
        byte[] head = bytes("POST / HTTP/1.1\r\n" + header);
        return new BodyDecoder(RequestHead.parse(head, head.length), largest, budget);
    }

    private static void feed(BodyDecoder decoder, String text, int pieces) throws HttpError {
        byte[] bytes = bytes(text);
        for (int at = 0; at < bytes.length; at += pieces) {
            int length = Math.min(pieces, bytes.length - at);
            assertThat(decoder.feed(bytes, at, length)).isEqualTo(length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void aBodyIsDecodedFromPiecesOfAnySize(int pieces) throws Exception {
        BodyDecoder known = decoder("Content-Length: 11", 100);
        feed(known, "hello worldand more", pieces);
        assertThat(known.isDone()).isTrue();
        assertThat(known.body()).isEqualTo(bytes("hello world"));
        BodyDecoder chunked = decoder("Transfer-Encoding: chunked", 100);
        feed(chunked, "5\r\nhello\r\n06;ext=1\r\n world\r\n0\r\nTrailer: x\r\n\r\nand more", pieces);
        assertThat(chunked.isDone()).isTrue();
        assertThat(chunked.body()).isEqualTo(bytes("hello world"));
        known.release();
        chunked.release();
        assertThat(budget.tryAcquire(MOST)).as("nothing is taken any more").isTrue();
    }

    @Test
    void aRequestWithoutBodyIsCompleteAtOnce() throws Exception {
        assertThat(decoder("A: b", 0).isDone()).isTrue();
        assertThat(decoder("Content-Length: 0", 0).isDone()).isTrue();
        assertThat(decoder("A: b", 0).body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "\r\n", "-1\r\n", "123456789\r\n", "1\r\nab\r\n", "1\r\na\r\n\r\n"})
    void badChunksAreRefused(String text) throws Exception {
        BodyDecoder decoder = decoder("Transfer-Encoding: chunked", 100);
        assertThatThrownBy(() -> feed(decoder, text, 1000))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining("hexadecimal");
        BodyDecoder endless = decoder("Transfer-Encoding: chunked", 100);
        assertThatThrownBy(() -> feed(endless, "1;" + "x".repeat(2000), 2000)).isInstanceOf(HttpError.class);
    }

    @Test
    void aTooLargeBodyIsRefusedBeforeItIsReceived() throws Exception {
        assertThatThrownBy(() -> decoder("Content-Length: 101", 100)).isInstanceOf(HttpError.class);
        BodyDecoder chunked = decoder("Transfer-Encoding: chunked", 100);
        assertThatThrownBy(() -> feed(chunked, "33\r\n" + "x".repeat(51) + "\r\n32\r\n", 1))
                .isInstanceOfSatisfying(
                        HttpError.class, e -> assertThat(e.status()).isEqualTo(413));
        assertThat(decoder("Content-Length: 100", 100).isDone()).isFalse();
    }

    @Test
    void memoryIsReservedAsNeededAndDecodingResumesWhenThereIsSome() throws Exception {
        BodyDecoder large = decoder("Content-Length: 90000", 200_000);
        feed(large, "x", 1);
        assertThat(budget.tryAcquire(90_000))
                .as("of a body that was promised, little is taken")
                .isTrue();
        budget.release(90_000);
        feed(large, "x".repeat(70_000), 16_384);
        BodyDecoder other = decoder("Content-Length: 90000", 200_000);
        byte[] more = bytes("yz".repeat(30_000));
        int taken = other.feed(more, 0, more.length);
        assertThat(taken).isLessThan(more.length);
        large.release();
        assertThat(other.feed(more, taken, more.length - taken)).isEqualTo(more.length - taken);
        feed(other, "yz".repeat(15_000), 16_384);
        assertThat(other.isDone()).isTrue();
        assertThat(other.body()).isEqualTo(bytes("yz".repeat(45_000)));
        assertThat(budget.tryAcquire(MOST - 90_000 + 1)).isFalse();
        other.release();
        other.release();
        assertThat(budget.tryAcquire(MOST)).as("nothing is taken any more").isTrue();
    }
}
