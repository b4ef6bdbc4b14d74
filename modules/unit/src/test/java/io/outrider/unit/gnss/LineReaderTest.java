package io.outrider.unit.gnss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static List<String> all(String text) throws IOException {
        LineReader lines = new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        List<String> all = new ArrayList<>();
        for (String line = lines.read(); line != null; line = lines.read()) {
            all.add(line);
        }
        return all;
    }

    @Test
    void allLineEndsAreAcceptedAndEmptyLinesSkipped() throws Exception {
        assertThat(all("a\r\nb\n\n\rc\rd")).containsExactly("a", "b", "c");
        assertThat(all("")).isEmpty();
    }

    @Test
    void aLineThatIsTooLongIsLeftOutWhole() throws Exception {
        String longest = "x".repeat(LineReader.LONGEST);
        assertThat(all("a\n" + longest + "\n" + longest + "y\nb\n")).containsExactly("a", longest, "b");
        assertThat(all("z".repeat(1_000_000) + "\nb\n")).containsExactly("b");
    }

    @Test
    void aTimeOutInTheMiddleOfALineLosesNothing() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] bytes = Sentences.second().repeat(20).getBytes(StandardCharsets.US_ASCII);
        LineReader lines = new LineReader(new InputStream() {
            private int at;

            @Override
            public int read() {
                throw new AssertionError("chunks are read");
            }

            @Override
            public int read(byte[] into, int from, int most) throws IOException {
                if (random.nextBoolean()) {
                    throw new SocketTimeoutException("nothing yet");
                }
                int count = Math.min(bytes.length - at, Math.min(most, 1 + random.nextInt(100)));
                System.arraycopy(bytes, at, into, from, count);
                at += count;
                return count == 0 ? -1 : count;
            }
        });
        int read = 0;
        while (true) {
            try {
                String line = lines.read();
                if (line == null) {
                    break;
                }
                assertThat(Nmea.fields(line)).as("seed " + seed + ": " + line).isNotNull();
                read++;
            } catch (SocketTimeoutException e) {
                assertThat(e).hasMessage("nothing yet");
            }
        }
        assertThat(read).as("seed " + seed).isEqualTo(60);
    }

    @Test
    void exceptionsOfTheStreamArePropagated() {
        LineReader lines = new LineReader(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("unplugged");
            }
        });
        assertThatThrownBy(lines::read).hasMessage("unplugged");
    }
}
