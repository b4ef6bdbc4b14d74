package io.outrider.obd.formula;

import java.util.List;

/** Tokens of a formula, and the place of the parser among them. */
final class Tokens {
    private final List<FormulaToken> tokens;
    private int at;

    Tokens(List<FormulaToken> tokens) {
        this.tokens = tokens;
    }

    FormulaToken peek() {
        return tokens.get(at);
    }

    FormulaToken peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    boolean is(String word) {
        return peek().is(word);
    }

    FormulaToken take() {
        FormulaToken token = peek();
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

    FormulaToken expect(String word) {
        if (!is(word)) {
            throw unexpected("'" + word + "' is missing");
        }
        return take();
    }

    /** End of the last consumed token. */
    int lastEnd() {
        return at == 0 ? peek().start() : tokens.get(at - 1).end();
    }

    int mark() {
        return at;
    }

    void reset(int mark) {
        at = mark;
    }

    EvaluationFailure unexpected(String reason) {
        FormulaToken token = peek();
        if (token.kind() == FormulaToken.Kind.END) {
            return EvaluationFailure.syntax(reason + ": the formula ends too early", token.start());
        }
        return EvaluationFailure.syntax(reason, token.start());
    }

    /** The place of the {@code for} of a comprehension in the brackets just opened, or -1. */
    int comprehension() {
        int depth = 0;
        for (int i = at; i < tokens.size(); i++) {
            FormulaToken token = tokens.get(i);
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
