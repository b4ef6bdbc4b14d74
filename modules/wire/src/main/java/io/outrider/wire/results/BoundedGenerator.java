package io.outrider.wire.results;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;

/** JSON generator with finite numbers only, and a limit on the length of texts. One thread. */
final class BoundedGenerator extends JsonGeneratorDelegate {
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
