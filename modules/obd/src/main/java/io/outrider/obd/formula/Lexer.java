package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Lexer of formulas (Python language reference, chapter 2); refuses non-ASCII characters outside of texts. */
final class Lexer {
    private static final Set<String> KEYWORDS = Set.of(
            "False",
            "None",
            "True",
            "and",
            "as",
            "assert",
            "async",
            "await",
            "break",
            "class",
            "continue",
            "def",
            "del",
            "elif",
            "else",
            "except",
            "finally",
            "for",
            "from",
            "global",
            "if",
            "import",
            "in",
            "is",
            "lambda",
            "nonlocal",
            "not",
            "or",
            "pass",
            "raise",
            "return",
            "try",
            "while",
            "with",
            "yield");
    private static final String[] SYMBOLS = {
        "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", ":=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<",
        ">", "(", ")", "[", "]", "{", "}", ",", ":", ".", "="
    };

    private final String text;
    private final int end;
    private final List<FormulaToken> tokens = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();
    private final boolean nested;
    private int at;
    private boolean ended;

    /** @param nested inside an f-string's braces, where line ends are blanks */
    Lexer(String text, int from, int to, boolean nested) {
        this.text = text;
        this.at = from;
        this.end = to;
        this.nested = nested;
    }

    List<FormulaToken> tokens() {
        boolean lineStart = false;
        while (at < end) {
            char c = text.charAt(at);
            if (c == '\n' || c == '\r') {
                at++;
                lineStart = tokens.isEmpty();
                ended |= open.length() == 0 && !nested && !tokens.isEmpty();
            } else if (c == ' ' || c == '\t' || c == '\f') {
                at++;
                if (lineStart && at < end && " \t\f\r\n#".indexOf(text.charAt(at)) < 0 && !nested) {
                    throw EvaluationFailure.syntax("a line that is indented for no reason", at);
                }
            } else if (c == '#') {
                comment();
            } else if (c == '\\') {
                continuation();
            } else {
                if (ended) {
                    throw EvaluationFailure.syntax("a formula is one line: put brackets around it to break it", at);
                }
                word(c);
                lineStart = false;
            }
        }
        if (ended && at > 0 && " \t\f".indexOf(text.charAt(at - 1)) >= 0) {
            throw EvaluationFailure.syntax("blanks on a line of their own after the formula", at - 1);
        }
        tokens.add(new FormulaToken(FormulaToken.Kind.END, "", end, end, null));
        return tokens;
    }

    private void comment() {
        if (nested) {
            throw EvaluationFailure.syntax("no # in the braces of an f-string", at);
        }
        while (at < end && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
    }

    private void continuation() {
        int start = at++;
        if (at < end && text.charAt(at) == '\r') {
            at++;
        }
        if (at < end && text.charAt(at) == '\n') {
            at++;
        } else if (text.charAt(at - 1) != '\r') {
            throw EvaluationFailure.syntax("a backslash outside of a text", start);
        }
        if (at >= end) {
            throw EvaluationFailure.syntax("the formula ends after a backslash", start);
        }
    }

    private void word(char c) {
        if (c >= '0' && c <= '9' || c == '.' && at + 1 < end && Character.isDigit(text.charAt(at + 1))) {
            add(NumberLiterals.read(text, at, end));
        } else if (c == '\'' || c == '"') {
            add(StringLiterals.read(text, at, at, end));
        } else if (nameStart(c)) {
            name();
        } else {
            symbol();
        }
    }

    private void add(FormulaToken token) {
        tokens.add(token);
        at = token.end();
    }

    private void name() {
        int stop = at;
        while (stop < end && (nameStart(text.charAt(stop)) || Character.isDigit(text.charAt(stop)))) {
            stop++;
        }
        String name = text.substring(at, stop);
        if (stop < end && text.charAt(stop) > 127) {
            throw foreign(stop);
        }
        if (stop < end && (text.charAt(stop) == '\'' || text.charAt(stop) == '"') && StringLiterals.prefix(name)) {
            add(StringLiterals.read(text, at, stop, end));
            return;
        }
        add(new FormulaToken(
                KEYWORDS.contains(name) ? FormulaToken.Kind.KEYWORD : FormulaToken.Kind.NAME, name, at, stop, null));
    }

    static boolean nameStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private EvaluationFailure foreign(int where) {
        return EvaluationFailure.syntax("a character outside of ASCII is allowed in texts only", where);
    }

    private void symbol() {
        hint("&&", "and");
        hint("||", "or");
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at) && at + symbol.length() <= end) {
                bracket(symbol.charAt(0));
                add(new FormulaToken(FormulaToken.Kind.SYMBOL, symbol, at, at + symbol.length(), null));
                return;
            }
        }
        hint("!", "not");
        throw text.charAt(at) > 127
                ? foreign(at)
                : EvaluationFailure.syntax("a character that has no meaning here", at);
    }

    private void hint(String symbol, String word) {
        if (text.startsWith(symbol, at)) {
            throw EvaluationFailure.syntax("'" + symbol + "' is not of this language: write '" + word + "'", at);
        }
    }

    private void bracket(char c) {
        if (c == '(' || c == '[' || c == '{') {
            open.append(c);
        } else if (c == ')' || c == ']' || c == '}') {
            int last = open.length() - 1;
            char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
            if (last < 0 || open.charAt(last) != wanted) {
                throw EvaluationFailure.syntax("a '" + c + "' without its '" + wanted + "'", at);
            }
            open.setLength(last);
        }
    }
}
