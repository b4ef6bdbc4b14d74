package io.outrider.agent.jobs;

/** What others wrote, made fit for one line. */
final class Texts {
    private Texts() {}

    static String shorten(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    static String oneLine(String text) {
        return text.replaceAll("[\\p{Cc}\\s]+", " ").strip();
    }

    /** A function's name, which may be nonsense. */
    static String name(String fun) {
        return shorten(oneLine(fun), 60);
    }
}
