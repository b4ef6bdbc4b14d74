package io.outrider.agent.runtime.functions;

/** Patterns over names: {@code *} stands for anything, {@code ?} for one character. */
public final class Glob {
    private Glob() {}

    /** Takes at most the product of the lengths, whatever the pattern. */
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
