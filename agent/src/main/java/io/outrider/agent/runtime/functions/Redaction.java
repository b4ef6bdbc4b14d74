package io.outrider.agent.runtime.functions;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masking of secrets in what is logged, kept or shown: by their names, as nobody knows what a text means. The list of the
 * names is here and nowhere else. Takes time in proportion to the text.
 */
public final class Redaction {
    public static final String MASK = "********";

    /** Anywhere in a name. */
    private static final Pattern PART = Pattern.compile(
            "(?i)passwor[dt]|passwd|passphrase|secret|token|credential|(?:private|api|access)[_.\\- ]?key");

    /** Only as a whole word of a name: {@code sim_pin}, {@code dbPwd}, and not {@code spinning}. */
    private static final Pattern WORD = Pattern.compile(
            "(?:^|[^A-Za-z0-9]|(?<=[a-z])(?=[A-Z]))(?i:pin|puk|pwd|psk|pass)(?=$|[^A-Za-z]|(?-i:[A-Z]))");

    /** Whose value has blanks: it ends with the line, or with the quotes around it. */
    private static final Pattern HEADER = Pattern.compile("(?i)(?:proxy-)?authorization|(?:set-)?cookie");

    /** The name of the file in which a secret is may be known. */
    private static final Pattern FILE = Pattern.compile("(?i)[_-](?:file|path)$");

    /** Possessive, and from the beginning of a word only: else a long word would take for ever. */
    private static final Pattern NAMED = Pattern.compile(
            "(?<![\\w.-])(?<option>-{1,2})?+(?<name>\\w[\\w.-]*+)(?:\\\\*+[\"'])?+(?:\\s*+(?<sign>[=:]++)\\s*+|(?<blank>\\s++))");

    private static final Pattern BEARER = Pattern.compile("(?i)(?:bearer|token)");

    /** After the bare word "token": no word of a language. */
    private static final Pattern LIKE_A_TOKEN = Pattern.compile("(?=\\S*\\d)[\\w.~+/=-]{6,}");

    /** All that stands behind it is the value. */
    private static final Pattern ARGUMENT = Pattern.compile("([^\\s=]++)=");

    private static final Pattern HTTP = Pattern.compile("(?i)https?$");

    private static final Pattern PORT = Pattern.compile(":\\d++(?=[/?#\\s\"']|$)");

    private static final Pattern SCHEME = Pattern.compile("[a-z]{1,10}+://");

    private Redaction() {}

    /** True if a value of this name is secret although no declaration says so. */
    public static boolean isSecret(String name) {
        return isPlainSecret(name) || CharacterEscapes.mayBeIn(name) && isPlainSecret(CharacterEscapes.decode(name));
    }

    private static boolean isPlainSecret(String name) {
        return (PART.matcher(name).find() || WORD.matcher(name).find())
                && !FILE.matcher(name).find();
    }

    /** The text without what stands behind a secret's name; where only its escapes hide that, without these. */
    public static String redact(String text) {
        return decodedWhereNeeded(text, Redaction::plain);
    }

    /** A message for people without the secrets that it quotes; what stands behind a name and a colon is about it. */
    public static String sentence(String text) {
        return decodedWhereNeeded(text, each -> withoutUserInfo(withoutNamed(each, false)));
    }

    private static String decodedWhereNeeded(String text, UnaryOperator<String> masked) {
        String shown = masked.apply(text);
        if (!CharacterEscapes.mayBeIn(shown)) {
            return shown;
        }
        String names = CharacterEscapes.decodeNames(shown); // first, as a decoded & would end a value too early
        String byName = masked.apply(names);
        shown = byName.equals(names) ? shown : byName;
        String decoded = CharacterEscapes.decode(shown);
        String byAll = masked.apply(decoded);
        return byAll.equals(decoded) ? shown : byAll;
    }

    private static String plain(String text) {
        String start = text.stripLeading();
        if ((start.startsWith("{") || start.startsWith("[")) && isSecret(text)) {
            return MASK; // it may be read as JSON, which has more ways to write a name
        }
        Matcher argument = ARGUMENT.matcher(text);
        if (argument.lookingAt() && isSecret(argument.group(1))) {
            return argument.group() + MASK;
        }
        return withoutUserInfo(withoutNamed(text, true));
    }

    /** A bad address, to be quoted: nobody knows what whoever wrote it has taken for a password. */
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
                // the word behind may be a name itself; what was before it need not be seen again
                from = named.end("name");
            } else {
                shown.append(text, done, value).append(MASK);
                done = end;
                from = end;
            }
        }
        return done == 0 ? text : shown.append(text, done, text.length()).toString();
    }

    /** @return where the secret value ends; negative if there is none */
    private static int endOfValue(String text, Matcher named, int value, boolean colons) {
        String name = named.group("name");
        boolean signed = named.group("sign") != null;
        if (signed && HEADER.matcher(name).matches()) {
            return isQuote(text, afterBackslashes(text, value)) ? wordEnd(text, value) : lineEnd(text, value);
        }
        if (signed || named.group("option") != null) {
            return isSecret(name) && (colons || !isAbout(text, named)) ? wordEnd(text, value) : -1;
        }
        if (!BEARER.matcher(name).matches()) {
            return -1;
        }
        Matcher token = LIKE_A_TOKEN.matcher(text).region(value, text.length());
        boolean bearer = name.equalsIgnoreCase("bearer");
        return bearer || token.lookingAt() ? wordEnd(text, value) : -1;
    }

    /** {@code password: takes text}, and not the {@code "password": } of JSON. */
    private static boolean isAbout(String text, Matcher named) {
        return ":".equals(named.group("sign"))
                && text.substring(named.end("name"), named.start("sign")).isBlank();
    }

    /** The end of a line, or the quotes around it. */
    private static int lineEnd(String text, int from) {
        int end = from;
        while (end < text.length() && "\"'\n\r".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** The end of a word of a shell, of a query or of JSON; of what has brackets, the end of the text. */
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
                end = next + 1; // with what a backslash protects
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

    /** Behind the same quote with as many backslashes before it, or fewer. */
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

    /** The text without the password of {@code user:password@host}, an address whose scheme is missing. */
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

    /** A password may have been written with any character but a blank; what https has without one is a token. */
    private static String withoutUserInfo(String text) {
        StringBuilder shown = new StringBuilder();
        int done = 0;
        int none = 0; // up to where there is no @ in a word
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

    /** Before the first of these, where a blank stands for all white space. */
    private static int end(String text, int from, String stops) {
        int end = from;
        while (end < text.length()
                && stops.indexOf(Character.isWhitespace(text.charAt(end)) ? ' ' : text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }
}
