package io.outrider.obd.formula;

/**
 * Token, one word of a formula.
 *
 * @param text as written
 * @param start offset in the whole formula
 * @param value of a number, text or byte string
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
}
