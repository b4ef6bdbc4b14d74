package io.outrider.obd.formula;

/**
 * Token of a formula.
 *
 * @param text as written
 * @param start offset in the whole formula
 * @param value of a number, text or byte string; the {@link StringPart} of an f-string
 */
record FormulaToken(Kind kind, String text, int start, int end, Object value) {
    enum Kind {
        NAME,
        KEYWORD,
        NUMBER,
        TEXT,
        SYMBOL,
        END
    }

    boolean is(String symbolOrKeyword) {
        return (kind == Kind.SYMBOL || kind == Kind.KEYWORD) && text.equals(symbolOrKeyword);
    }

    /** F-string whose fields are not parsed yet. */
    record StringPart(String body, int start, boolean raw) {}
}
