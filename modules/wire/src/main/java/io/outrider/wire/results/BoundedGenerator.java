package io.outrider.wire.results;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;

/** JSON generator with finite numbers only, and limits on the length of texts and on the depth. One thread. */
final class BoundedGenerator extends JsonGeneratorDelegate {
    /** Nesting limit exceeded. */
    static final class TooDeep extends IOException {
        private static final long serialVersionUID = 1;

        private TooDeep() {
            super("nested too deeply");
        }
    }

    private final int maxTextLength;

    /** @param maxTextLength characters written of each text */
    BoundedGenerator(JsonGenerator json, int maxTextLength) {
        super(json, false);
        this.maxTextLength = maxTextLength;
    }

    @Override
    public void writeString(String text) throws IOException {
        delegate.writeString(
                text != null && text.length() > maxTextLength
                        ? text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, maxTextLength)))
                        : text);
    }

    private void checkDepth() throws IOException {
        if (delegate.getOutputContext().getNestingDepth() > ResultWriter.MAX_DEPTH) {
            throw new TooDeep();
        }
    }

    @Override
    public void writeStartArray() throws IOException {
        delegate.writeStartArray();
        checkDepth();
    }

    @Override
    public void writeStartArray(Object list) throws IOException {
        delegate.writeStartArray(list);
        checkDepth();
    }

    @Override
    public void writeStartArray(Object list, int size) throws IOException {
        delegate.writeStartArray(list, size);
        checkDepth();
    }

    @Override
    public void writeStartObject() throws IOException {
        delegate.writeStartObject();
        checkDepth();
    }

    @Override
    public void writeStartObject(Object object) throws IOException {
        delegate.writeStartObject(object);
        checkDepth();
    }

    @Override
    public void writeStartObject(Object object, int size) throws IOException {
        delegate.writeStartObject(object, size);
        checkDepth();
    }

    @Override
    public void writeNumber(double number) throws IOException {
        if (Double.isFinite(number)) {
            delegate.writeNumber(number);
        } else {
            delegate.writeNull();
        }
    }

    @Override
    public void writeNumber(float number) throws IOException {
        if (Float.isFinite(number)) {
            delegate.writeNumber(number);
        } else {
            delegate.writeNull();
        }
    }

    @Override
    public void writeArray(double[] array, int offset, int length) throws IOException {
        writeStartArray(array, length);
        for (int i = offset; i < offset + length; i++) {
            writeNumber(array[i]);
        }
        writeEndArray();
    }
}
