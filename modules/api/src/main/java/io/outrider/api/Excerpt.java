package io.outrider.api;

/** Beginning of a text, for messages and logs. */
public final class Excerpt {
    private Excerpt() {}

    /** Text itself, or its first characters and an ellipsis. */
    public static String of(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    /** Foreign word in a message: its first 60 characters. */
    public static String ofWord(String text) {
        return of(text, 60);
    }
}
