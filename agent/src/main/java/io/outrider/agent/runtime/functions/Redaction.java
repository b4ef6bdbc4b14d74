package io.outrider.agent.runtime.functions;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masking of secrets by their names, in text that is logged, stored or shown. The only list of such names. Linear time.
 */
public final class Redaction {
    public static final String MASK = "********";

    private static final Pattern PART = Pattern.compile(
            "(?i)passwor[dt]|passwd|passphrase|secret|token|credential|(?:private|api|access)[_.\\- ]?key");

    /** Whole words of secret names: {@code sim_pin}, {@code dbPwd}, not {@code spinning}. */
    private static final Pattern WORD = Pattern.compile(
            "(?:^|[^A-Za-z0-9]|(?<=[a-z])(?=[A-Z]))(?i:pin|puk|pwd|psk|pass)(?=$|[^A-Za-z]|(?-i:[A-Z]))");

    /** Parameters of a signed address; elsewhere these are ordinary words, such as the signature of a package. */
    private static final Pattern PARAMETER = Pattern.compile("(?i)(?:.*[-_.])?(?:sig|signature|hmac|jwt|auth|key)");

    /** Headers, whose value may have blanks: it ends with the line, or with the quotes around it. */
    private static final Pattern HEADER = Pattern.compile("(?i)(?:proxy-)?authorization|(?:set-)?cookie");

    /** Name of a file with a secret, which is no secret itself. */
    private static final Pattern FILE = Pattern.compile("(?i)[_-](?:file|path)$");

    /** Possessive and anchored at word starts, so that a long word takes linear time. */
    private static final Pattern NAMED = Pattern.compile(
            "(?<![\\w.-])(?<option>-{1,2})?+(?<name>\\w[\\w.-]*+)(?:\\\\*+[\"'])?+(?:\\s*+(?<sign>[=:]++)\\s*+|(?<blank>\\s++))");

    private static final Pattern BEARER = Pattern.compile("(?i)(?:bearer|token)");

    /** Value after the bare word "token"; excludes natural words. */
    private static final Pattern LIKE_A_TOKEN = Pattern.compile("(?=\\S*\\d)[\\w.~+/=-]{6,}");

    /** Prefix of a command-line argument; the rest is the value. */
    private static final Pattern ARGUMENT = Pattern.compile("([^\\s=]++)=");

    private static final Pattern HTTP = Pattern.compile("(?i)https?$");

    private static final Pattern PORT = Pattern.compile(":\\d++(?=[/?#\\s\"']|$)");

    private static final Pattern SCHEME = Pattern.compile("[a-z]{1,10}+://");

    private Redaction() {}

    public static boolean isSecret(String name) {
        return isPlainSecret(name) || CharacterEscapes.mayBeIn(name) && isPlainSecret(CharacterEscapes.decode(name));
    }

    /** Whether the name at this index of a text is that of a secret, also by standing in the query of an address. */
    public static boolean isSecret(String name, String text, int at) {
        return isSecret(name)
                || at > 0
                        && "?&".indexOf(text.charAt(at - 1)) >= 0
                        && PARAMETER.matcher(name).matches();
    }

    private static boolean isPlainSecret(String name) {
        return (PART.matcher(name).find() || WORD.matcher(name).find())
                && !FILE.matcher(name).find();
    }

    /** Masks the values after secret names; decodes escapes only where they hide such a name. */
    public static String redact(String text) {
        return decodedWhereNeeded(text, Redaction::plain);
    }

    /** Masks secrets in a message for people; text after a name and a colon is kept, as it describes the setting. */
    public static String sentence(String text) {
        return decodedWhereNeeded(text, each -> withoutUserInfo(withoutNamed(each, false)));
    }

    private static String decodedWhereNeeded(String text, UnaryOperator<String> masked) {
        String shown = masked.apply(text);
        if (!CharacterEscapes.mayBeIn(shown)) {
            return shown;
        }
        String names = CharacterEscapes.decodeNames(shown); // first: a decoded & would end a value too early
        String byName = masked.apply(names);
        shown = byName.equals(names) ? shown : byName;
        String decoded = CharacterEscapes.decode(shown);
        String byAll = masked.apply(decoded);
        return byAll.equals(decoded) ? shown : byAll;
    }

    private static String plain(String text) {
        String start = text.stripLeading();
        if ((start.startsWith("{") || start.startsWith("[")) && isSecret(text)) {
            return MASK; // may be JSON, which has more ways to write a name
        }
        Matcher argument = ARGUMENT.matcher(text);
        if (argument.lookingAt() && isSecret(argument.group(1))) {
            return argument.group() + MASK;
        }
        return withoutUserInfo(withoutNamed(text, true));
    }

    /** Masks everything before the host of a malformed address, as any of it may be a password. */
    public static String address(String text) {
        int at = text.lastIndexOf('@');
        Matcher scheme = SCHEME.matcher(text);
        return redact(at < 0 ? text : (scheme.lookingAt() ? scheme.group() : "") + MASK + text.substring(at));
    }

    private static String withoutNamed(String text, boolean colons) {
        Matcher named = NAMED.matcher(text);
        StringBuilder shown = new StringBuilder();
        int done = 0;
        int from = 0;
        while (named.find(from)) {
            int value = named.end();
            int end = endOfValue(text, named, value, colons);
            if (end < 0) {
                // the next word may be a name itself
                from = named.end("name");
            } else {
                shown.append(text, done, value).append(MASK);
                done = end;
                from = end;
            }
        }
        return done == 0 ? text : shown.append(text, done, text.length()).toString();
    }

    /** @return end of the secret value; negative if there is none */
    private static int endOfValue(String text, Matcher named, int value, boolean colons) {
        String name = named.group("name");
        boolean signed = named.group("sign") != null;
        if (signed && HEADER.matcher(name).matches()) {
            return isQuote(text, afterBackslashes(text, value)) ? wordEnd(text, value) : lineEnd(text, value);
        }
        if (signed || named.group("option") != null) {
            return isSecret(name, text, named.start()) && (colons || !isAbout(text, named)) ? wordEnd(text, value) : -1;
        }
        if (!BEARER.matcher(name).matches()) {
            return -1;
        }
        Matcher token = LIKE_A_TOKEN.matcher(text).region(value, text.length());
        boolean bearer = name.equalsIgnoreCase("bearer");
        return bearer || token.lookingAt() ? wordEnd(text, value) : -1;
    }

    /** True for {@code password: takes text}, false for JSON's {@code "password": }. */
    private static boolean isAbout(String text, Matcher named) {
        return ":".equals(named.group("sign"))
                && text.substring(named.end("name"), named.start("sign")).isBlank();
    }

    /** End of the line, or of the quotes around the value. */
    private static int lineEnd(String text, int from) {
        int end = from;
        while (end < text.length() && "\"'\n\r".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** End of a word of a shell, query or JSON; with brackets, the end of the text. */
    private static int wordEnd(String text, int from) {
        int end = from;
        if (end < text.length() && "[{".indexOf(text.charAt(end)) >= 0) {
            return text.length();
        }
        while (end < text.length()) {
            int next = afterBackslashes(text, end);
            if (isQuote(text, next)) {
                end = quotedEnd(text, next, next - end);
            } else if (next == end
                    && (Character.isWhitespace(text.charAt(end)) || ";&|".indexOf(text.charAt(end)) >= 0)) {
                return end;
            } else {
                end = next + 1; // with the escaped character
            }
        }
        return text.length();
    }

    private static int afterBackslashes(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) == '\\') {
            end++;
        }
        return end;
    }

    private static boolean isQuote(String text, int at) {
        return at < text.length() && "\"'".indexOf(text.charAt(at)) >= 0;
    }

    /** Index after the matching quote, which has at most as many backslashes before it. */
    private static int quotedEnd(String text, int open, int most) {
        int slashes = 0;
        for (int i = open + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == text.charAt(open) && slashes <= most) {
                return i + 1;
            }
            slashes = c == '\\' ? slashes + 1 : 0;
        }
        return text.length();
    }

    /** Masks the password of {@code user:password@host} without a scheme. */
    public static String withoutBareUserInfo(String text) {
        StringBuilder shown = new StringBuilder();
        int done = 0;
        int end;
        for (int from = 0; from < text.length(); from = end + 1) {
            end = end(text, from, " \"'");
            String word = text.substring(from, end);
            int colon = word.indexOf(':') + from;
            int at = word.lastIndexOf('@') + from;
            if (colon > from && at > colon + 1 && !text.startsWith("://", colon)) {
                shown.append(text, done, colon + 1).append(MASK);
                done = at;
            }
        }
        return done == 0 ? text : shown.append(text, done, text.length()).toString();
    }

    /** Masks user information; a password may have any character but a blank, and https user information may be a token. */
    private static String withoutUserInfo(String text) {
        StringBuilder shown = new StringBuilder();
        int done = 0;
        int none = 0; // no @ before this index
        for (int at = text.indexOf("://"); at >= 0; at = text.indexOf("://", Math.max(at + 1, done))) {
            int host = at + 3;
            int end = end(text, host, " /?#@:\"'");
            boolean token = isAt(text, end, '@')
                    && end > host
                    && HTTP.matcher(text).region(Math.max(0, at - 5), at).find();
            boolean password = isAt(text, end, ':')
                    && end >= none
                    && !PORT.matcher(text).region(end, text.length()).lookingAt();
            int last = token ? end : -1;
            if (password) {
                int word = end(text, end, " \"'");
                last = text.substring(end, word).lastIndexOf('@') + end;
                none = word;
            }
            if (last > end || token) {
                shown.append(text, done, token ? host : end + 1).append(MASK);
                done = last;
            }
        }
        return done == 0 ? text : shown.append(text, done, text.length()).toString();
    }

    private static boolean isAt(String text, int at, char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    /** Index of the first of these characters; a blank matches all white space. */
    private static int end(String text, int from, String stops) {
        int end = from;
        while (end < text.length()
                && stops.indexOf(Character.isWhitespace(text.charAt(end)) ? ' ' : text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }
}
