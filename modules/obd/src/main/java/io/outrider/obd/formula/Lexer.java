package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Lexer (Python language reference, chapter 2); refuses what is not ASCII outside of texts. */
final class Lexer {
    private static final Set<String> KEYWORDS = Refusals.words(
            "False None True and as assert async await break class continue def del elif else except finally for from",
            "global if import in is lambda nonlocal not or pass raise return try while with yield");
    private static final String[] SYMBOLS = {
        "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">",
        "(", ")", "[", "]", "{", "}", ",", ":", ".", "="
    };

    private final String text;
    private final int end;
    private final List<FormulaToken> tokens = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();
    private int at;
    private boolean ended;

    Lexer(String text) {
        this.text = text;
        this.end = text.length();
    }

    List<FormulaToken> tokens() {
        while (at < end) {
            char c = text.charAt(at);
            if (c == '\n' || c == '\r') {
                at++;
                ended |= open.length() == 0 && !tokens.isEmpty();
            } else if (c == ' ' || c == '\t' || c == '\f') {
                at++;
            } else if (c == '#') {
                comment();
            } else {
                if (ended) {
                    throw EvaluationFailure.syntax("a formula is one line: put brackets around it to break it", at);
                }
                word(c);
            }
        }
        tokens.add(new FormulaToken(FormulaToken.Kind.END, "", end, end, null));
        return tokens;
    }

    private void comment() {
        while (at < end && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
    }

    private void word(char c) {
        if (c >= '0' && c <= '9' || c == '.' && at + 1 < end && Character.isDigit(text.charAt(at + 1))) {
            add(NumberLiterals.read(text, at));
        } else if (c == '\'' || c == '"') {
            add(StringLiterals.read(text, at, at));
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
            add(StringLiterals.read(text, at, stop));
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
        if (text.startsWith(":=", at)) {
            throw Refusals.construct("':=' is", "write the value where it is needed")
                    .at(at);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at)) {
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
