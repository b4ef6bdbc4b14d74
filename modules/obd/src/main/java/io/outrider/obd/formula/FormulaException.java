package io.outrider.obd.formula;

/** Failure to parse or evaluate a formula; the message has the reason and the position. */
public final class FormulaException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Category of the failure. */
    public enum Kind {
        /** Syntax error: a misplaced bracket, an unterminated text, a surplus word. */
        NOT_UNDERSTOOD,
        /** Valid syntax, but refused: a forbidden name, a mutation, or more work than the limits permit. */
        REFUSED,
        /** No value for these messages: an index outside of the data, a division by zero. */
        FAILED
    }

    private final Kind kind;
    private final int position;
    private final String reason;

    FormulaException(Kind kind, String reason, int position, String text) {
        super(reason + " at column " + (position + 1) + excerpt(text, position), null, false, false);
        this.kind = kind;
        this.position = position;
        this.reason = reason;
    }

    /** Category of the failure. */
    public Kind kind() {
        return kind;
    }

    /** Position as a 0-based offset in {@code char}s; the length of the text if it ended too early. */
    public int position() {
        return position;
    }

    /** Reason without the position. */
    public String reason() {
        return reason;
    }

    private static String excerpt(String text, int position) {
        if (position >= text.length()) {
            return ", the end of the formula";
        }
        int end = Math.min(text.length(), position + 24);
        StringBuilder quote = new StringBuilder(": '");
        text.substring(position, end).chars().forEach(c -> quote.append(c < ' ' || c == 127 ? ' ' : (char) c));
        return quote.append(end < text.length() ? "…'" : "'").toString();
    }
}
