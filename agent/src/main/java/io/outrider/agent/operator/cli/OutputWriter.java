package io.outrider.agent.operator.cli;

import io.outrider.api.IoReason;
import java.io.FilterWriter;
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

    private static final class Target extends FilterWriter {
        private String failure = "";

        private Target(Writer out) {
            super(out);
        }

        private IOException recorded(IOException e) {
            failure = failure.isEmpty() ? IoReason.of(e) : failure;
            return e;
        }

        @Override
        public void write(int c) throws IOException {
            write(new char[] {(char) c}, 0, 1);
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            write(text.toCharArray(), offset, length);
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            try {
                out.write(text, offset, length);
            } catch (IOException e) {
                throw recorded(e);
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                out.flush();
            } catch (IOException e) {
                throw recorded(e);
            }
        }
    }
}
