package io.outrider.agent.runtime.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Encoder of log lines as text. */
final class TextEncoder extends EncoderBase<ILoggingEvent> {
    private final Function<ILoggingEvent, String> lines;

    /** @param lines text of an event without the final newline */
    TextEncoder(Function<ILoggingEvent, String> lines) {
        this.lines = lines;
    }

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return (lines.apply(event) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }
}
