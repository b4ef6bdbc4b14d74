package io.outrider.obd.formula;

import java.util.List;

/** A place in the words of a formula. */
final class Tokens {
    private final List<Token> tokens;
    private int at;

    Tokens(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    boolean is(String word) {
        return peek().is(word);
    }

    Token take() {
        Token token = peek();
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    boolean accept(String word) {
        if (is(word)) {
            take();
            return true;
        }
        return false;
    }

    Token expect(String word) {
        if (!is(word)) {
            throw unexpected("'" + word + "' is missing");
        }
        return take();
    }

    /** Where the last taken word ends. */
    int lastEnd() {
        return at == 0 ? peek().start() : tokens.get(at - 1).end();
    }

    int mark() {
        return at;
    }

    void reset(int mark) {
        at = mark;
    }

    Failure unexpected(String reason) {
        Token token = peek();
        if (token.kind() == Token.Kind.END) {
            return Failure.syntax(reason + ": the formula ends too early", token.start());
        }
        return Failure.syntax(reason, token.start());
    }

    /** The place of the {@code for} of a comprehension in the brackets just opened, or -1. */
    int comprehension() {
        int depth = 0;
        for (int i = at; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.is("(") || token.is("[") || token.is("{")) {
                depth++;
            } else if (token.is(")") || token.is("]") || token.is("}")) {
                if (depth-- == 0) {
                    return -1;
                }
            } else if (depth == 0 && token.is("for")) {
                return i;
            }
        }
        return -1;
    }
}
