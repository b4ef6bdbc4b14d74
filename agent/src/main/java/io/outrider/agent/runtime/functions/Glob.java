package io.outrider.agent.runtime.functions;

/** Glob matcher of names: {@code *} matches any text, {@code ?} one character. */
public final class Glob {
    private Glob() {}

    /** Time: at most the product of the lengths. */
    public static boolean matches(String pattern, String name) {
        int at = 0;
        int in = 0;
        int star = -1;
        int retry = 0;
        while (in < name.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                retry = in;
            } else if (at < pattern.length() && (pattern.charAt(at) == '?' || pattern.charAt(at) == name.charAt(in))) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++retry;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }
}
