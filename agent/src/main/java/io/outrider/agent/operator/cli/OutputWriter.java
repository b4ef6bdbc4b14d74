package io.outrider.agent.operator.cli;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Writer of standard output that keeps the reason of a failed write, unlike {@link PrintWriter}. */
final class OutputWriter extends PrintWriter {
    private final Target target;

    OutputWriter(Writer out) {
        this(new Target(out));
    }

    private OutputWriter(Target target) {
        super(target);
        this.target = target;
    }

    /** The system's message; empty if nothing failed or there is none. */
    String failure() {
        return target.failure;
    }

    private static final class Target extends Writer {
        private final Writer out;
        private String failure = "";

        private Target(Writer out) {
            this.out = out;
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            try {
                out.write(text, offset, length);
            } catch (IOException e) {
                throw noted(e);
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                out.flush();
            } catch (IOException e) {
                throw noted(e);
            }
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        private IOException noted(IOException e) {
            failure = failure.isEmpty() ? IoReason.of(e) : failure;
            return e;
        }
    }
}
