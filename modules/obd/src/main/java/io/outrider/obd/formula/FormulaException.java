package io.outrider.obd.formula;

/** Failure of a formula that was not understood, was refused or gave no value; the message says where, why and what to write. */
public final class FormulaException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Kind of the error. */
    public enum Kind {
        /** The text is no expression: a misplaced bracket, an unfinished text, a word too many. */
        NOT_UNDERSTOOD,
        /** Understood, but not allowed: a forbidden name, a change of data, or more work than the limits permit. */
        REFUSED,
        /** Allowed, but there is no value for these messages: an index outside the data, a division by zero. */
        FAILED
    }

    private final Kind kind;
    private final int position;
    private final String reason;

    FormulaException(Kind kind, String reason, int position, String text) {
        super("column " + (position + 1) + ", " + excerpt(text, position) + ": " + reason, null, false, false);
        this.kind = kind;
        this.position = position;
        this.reason = reason;
    }

    /** Kind of the error. */
    public Kind kind() {
        return kind;
    }

    /** Position of the error, as a 0-based offset in {@code char}s; the length of the text if it ended too early. */
    public int position() {
        return position;
    }

    /** Why, without the place. */
    public String reason() {
        return reason;
    }

    private static String excerpt(String text, int position) {
        if (position >= text.length()) {
            return "the end of the formula";
        }
        int end = Math.min(text.length(), position + 24);
        StringBuilder quote = new StringBuilder("'");
        text.substring(position, end).chars().forEach(c -> quote.append(c < ' ' || c == 127 ? ' ' : (char) c));
        return quote.append(end < text.length() ? "…'" : "'").toString();
    }
}
