package io.outrider.agent.runtime.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayDeque;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Ring buffer of the last log lines: at most 1,000, and about half a megabyte. Any thread. */
public final class LogBuffer implements AutoCloseable {
    static final int MAX_LINES = 1_000;
    static final int MAX_BYTES = 512 << 10;

    private final ArrayDeque<LogLine> lines = new ArrayDeque<>();
    private int bytes;

    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            add(LogLine.of(event));
        }
    };

    private LogBuffer() {}

    /** Attaches a buffer to the root logger, until it is closed. */
    public static LogBuffer attach() {
        LogBuffer buffer = new LogBuffer();
        Logger root = root();
        buffer.appender.setContext(root.getLoggerContext());
        buffer.appender.start();
        root.addAppender(buffer.appender);
        return buffer;
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private synchronized void add(LogLine line) {
        lines.addLast(line);
        bytes += line.bytes();
        while (lines.size() > MAX_LINES || bytes > MAX_BYTES) {
            bytes -= lines.removeFirst().bytes();
        }
    }

    public synchronized List<LogLine> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        root().detachAppender(appender);
        appender.stop();
    }
}
