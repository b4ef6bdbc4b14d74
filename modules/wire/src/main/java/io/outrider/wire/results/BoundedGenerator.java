package io.outrider.wire.results;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;

/** Generator of JSON that has finite numbers only, bounded texts, and a bounded depth. One thread. */
final class BoundedGenerator extends JsonGeneratorDelegate {
    /** There are too many lists or objects in each other. */
    static final class TooDeep extends IOException {
        private static final long serialVersionUID = 1;

        private TooDeep() {
            super("nested too deeply");
        }
    }

    private final int longestText;

    /** @param longestText characters that are written of a text */
    BoundedGenerator(JsonGenerator json, int longestText) {
        super(json, false);
        this.longestText = longestText;
    }

    @Override
    public void writeString(String text) throws IOException {
        delegate.writeString(
                text != null && text.length() > longestText
                        ? text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, longestText)))
                        : text);
    }

    private void checkDepth() throws IOException {
        if (delegate.getOutputContext().getNestingDepth() > ResultWriter.DEEPEST) {
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
