package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;

/** Parser of adjacent literals, which form one text, and of f-string fields. */
final class Strings {
    private final Parser parser;
    private final List<Node> parts = new ArrayList<>();
    private final StringBuilder plain = new StringBuilder();

    Strings(Parser parser) {
        this.parser = parser;
    }

    Node strings() {
        FormulaToken first = parser.tokens.peek();
        if (first.value() instanceof Bytes) {
            return bytes(first);
        }
        while (parser.tokens.peek().kind() == FormulaToken.Kind.TEXT) {
            FormulaToken token = parser.tokens.take();
            if (token.value() instanceof Bytes) {
                throw EvaluationFailure.syntax("bytes and text side by side", token.start());
            }
            if (token.value() instanceof FormulaToken.StringPart part) {
                fields(part.body(), part.start(), part.raw(), 0);
            } else {
                plain.append((String) token.value());
            }
        }
        return joined(first.start());
    }

    private Node bytes(FormulaToken first) {
        StringBuilder all = new StringBuilder();
        while (parser.tokens.peek().kind() == FormulaToken.Kind.TEXT) {
            FormulaToken token = parser.tokens.take();
            if (!(token.value() instanceof Bytes bytes)) {
                throw EvaluationFailure.syntax("bytes and text side by side", token.start());
            }
            all.append(bytes.latin1());
        }
        return new Literal(first.start(), Bytes.latin1(all.toString(), false));
    }

    private Node joined(int position) {
        if (parts.isEmpty()) {
            return new Literal(position, plain.toString());
        }
        flush(position);
        return new Displays.Joined(position, parts.toArray(new Node[0]));
    }

    private void flush(int position) {
        if (plain.length() > 0) {
            parts.add(new Literal(position, plain.toString()));
            plain.setLength(0);
        }
    }

    /** @param level 1 inside a format specification, where braces are not doubled */
    private void fields(String body, int start, boolean raw, int level) {
        int at = 0;
        int from = 0;
        while (at < body.length()) {
            char c = body.charAt(at);
            if (c == '\\' && !raw) {
                at = body.startsWith("N{", at + 1) && body.indexOf('}', at) > 0 ? body.indexOf('}', at) + 1 : at + 1;
                if (at < body.length()
                        && body.charAt(at) != '{'
                        && body.charAt(at) != '}'
                        && body.charAt(at - 1) == '\\') {
                    at++;
                }
            } else if (c != '{' && c != '}') {
                at++;
            } else if (level == 0 && at + 1 < body.length() && body.charAt(at + 1) == c) {
                text(body.substring(from, at + 1), start + from, raw);
                at += 2;
                from = at;
            } else if (c == '}') {
                throw EvaluationFailure.syntax("a single '}' in an f-string", start + at);
            } else {
                text(body.substring(from, at), start + from, raw);
                at = field(body, at + 1, start, raw, level);
                from = at;
            }
        }
        text(body.substring(from), start + from, raw);
    }

    private void text(String body, int start, boolean raw) {
        plain.append(raw ? body : StringLiterals.unescape(body, start, false));
    }

    /** Parses the field after a brace; returns the offset after its closing brace. */
    private int field(String body, int from, int start, boolean raw, int level) {
        if (level > 1) {
            throw EvaluationFailure.syntax("an f-string is nested too deep", start + from);
        }
        int end = expressionEnd(body, from, start);
        int at = end;
        String debug = "";
        if (body.charAt(at) == '=') {
            at++;
            while (at < body.length() && body.charAt(at) == ' ') {
                at++;
            }
            debug = body.substring(from, at);
        }
        String conversion = "";
        if (at < body.length() && body.charAt(at) == '!') {
            conversion = at + 1 < body.length() ? body.substring(at + 1, at + 2) : "";
            if (!"rsa".contains(conversion) || conversion.isEmpty()) {
                throw EvaluationFailure.syntax("a conversion is !r, !s or !a", start + at);
            }
            at += 2;
        }
        plain.append(debug);
        flush(start + from);
        Node value = parser.whole(start + from, start + end, true);
        Node specification = null;
        if (at < body.length() && body.charAt(at) == ':') {
            int close = specificationEnd(body, at + 1, start);
            Strings inner = new Strings(parser);
            inner.fields(body.substring(at + 1, close), start + at + 1, raw, level + 1);
            specification = inner.joined(start + at + 1);
            at = close;
        }
        if (at >= body.length() || body.charAt(at) != '}') {
            throw EvaluationFailure.syntax("a '{' without its '}' in an f-string", start + from - 1);
        }
        boolean printed = !debug.isEmpty() && conversion.isEmpty() && specification == null;
        parts.add(new Displays.Field(start + from, value, printed ? "r" : conversion, specification));
        return at + 1;
    }

    private static int specificationEnd(String body, int from, int start) {
        int open = 0;
        for (int i = from; i < body.length(); i++) {
            if (body.charAt(i) == '{') {
                open++;
            } else if (body.charAt(i) == '}' && open-- == 0) {
                return i;
            }
        }
        throw EvaluationFailure.syntax("a '{' without its '}' in an f-string", start + from);
    }

    private static int expressionEnd(String body, int from, int start) {
        int open = 0;
        char quote = 0;
        for (int i = from; i < body.length(); i++) {
            char c = body.charAt(i);
            char next = i + 1 < body.length() ? body.charAt(i + 1) : 0;
            if (c == '\\') {
                throw EvaluationFailure.syntax("no backslash in the braces of an f-string", start + i);
            }
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '(' || c == '[' || c == '{') {
                open++;
            } else if (open > 0) {
                open -= c == ')' || c == ']' || c == '}' ? 1 : 0;
            } else if (c == '}' || c == ':' || c == '!' && next != '=') {
                return i;
            } else if ((c == '!' || c == '=' || c == '<' || c == '>') && next == '=') {
                i++;
            } else if (c == '=') {
                return i;
            }
        }
        throw EvaluationFailure.syntax("a '{' without its '}' in an f-string", start + from - 1);
    }
}
