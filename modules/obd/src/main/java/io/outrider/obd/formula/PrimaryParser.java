package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;

/** Parser of operands: literals, names, brackets, and the accesses and calls after them. */
final class PrimaryParser {
    private final Parser parser;
    private final DisplayParser brackets;

    PrimaryParser(Parser parser) {
        this.parser = parser;
        this.brackets = new DisplayParser(parser);
    }

    private Tokens tokens() {
        return parser.tokens;
    }

    /** An expression, or several with commas. */
    Node tuple(boolean starAllowed) {
        int start = tokens().peek().start();
        if (starAllowed && tokens().is("*")) {
            return brackets.starred();
        }
        Node first = parser.expression();
        if (!tokens().is(",")) {
            return first;
        }
        List<Node> items = new ArrayList<>(List.of(first));
        while (tokens().accept(",") && tokens().peek().kind() != FormulaToken.Kind.END) {
            items.add(parser.expression());
        }
        return new Displays.Elements(start, '(', items.toArray(new Node[0]), new boolean[items.size()]);
    }

    Node postfix() {
        int start = tokens().peek().start();
        Node node = atom();
        while (true) {
            FormulaToken token = tokens().peek();
            if (token.is(".")) {
                node = attribute(node);
            } else if (token.is("(")) {
                node = new CallNodes.Call(start, node, brackets.arguments());
            } else if (token.is("[")) {
                node = subscript(node);
            } else {
                return node;
            }
            node = parser.traced(start, specialised(node));
            parser.bounded(node);
        }
    }

    private Node attribute(Node target) {
        FormulaToken dot = tokens().take();
        FormulaToken name = tokens().peek();
        if (name.kind() != FormulaToken.Kind.NAME) {
            throw tokens().unexpected("after a dot comes a name");
        }
        tokens().take();
        String text = name.text();
        if (text.startsWith("_") || text.startsWith("gi_") || text.startsWith("func_") || text.equals("format_map")) {
            throw EvaluationFailure.refused("the attribute '" + text + "' is not allowed in a formula")
                    .at(name.start());
        }
        if (Methods.CHANGING.contains(text)) {
            throw EvaluationFailure.refused("'" + text + "' changes its object, which a formula may not")
                    .at(name.start());
        }
        if (tokens().is("(")) {
            CallNodes.Arguments arguments = brackets.arguments();
            return new CallNodes.MethodCall(dot.start(), target, text, arguments);
        }
        return new Accesses.Attribute(dot.start(), target, text);
    }

    private Node subscript(Node target) {
        FormulaToken open = tokens().take();
        if (tokens().is("]")) {
            throw tokens().unexpected("an index is missing");
        }
        Node start = tokens().is(":") ? null : parser.named();
        if (tokens().accept(":")) {
            Node stop = tokens().is(":") || tokens().is("]") ? null : parser.expression();
            Node step = null;
            if (tokens().accept(":") && !tokens().is("]")) {
                step = parser.expression();
            }
            tokens().expect("]");
            return new Accesses.Slice(open.start(), target, start, stop, step);
        }
        if (tokens().is(",")) {
            start = brackets.tupleOf(start, "]");
        }
        tokens().expect("]");
        return new Accesses.Index(open.start(), target, start);
    }

    /** bytes_to_int(data[a:b]) is part of nearly all formulas. */
    private Node specialised(Node node) {
        if (!parser.tracing()
                && node instanceof CallNodes.Call call
                && call.isHelper("bytes_to_int")
                && call.onlyArgument() instanceof Accesses.Slice slice
                && slice.simple() != null) {
            return new Accesses.SliceToInt(slice.position, slice.target(), slice.simple());
        }
        return node;
    }

    private Node atom() {
        FormulaToken token = tokens().peek();
        switch (token.kind()) {
            case NUMBER:
                tokens().take();
                return new Literal(token.start(), token.value());
            case TEXT:
                return new Strings(parser).strings();
            case NAME:
                tokens().take();
                return parser.scope.resolve(token.text(), token.start());
            case KEYWORD:
                return keyword(token);
            case SYMBOL:
                return symbol(token);
            default:
                throw tokens().unexpected("a value is missing");
        }
    }

    private Node keyword(FormulaToken token) {
        switch (token.text()) {
            case "None", "True", "False":
                tokens().take();
                return new Literal(
                        token.start(),
                        token.is("None") ? null : (Object) token.text().equals("True"));
            case "yield", "await", "async", "import", "def", "class", "del", "global", "nonlocal", "return", "raise":
                throw EvaluationFailure.refused("'" + token.text() + "' is not allowed: a formula is one expression")
                        .at(token.start());
            default:
                throw tokens().unexpected("a value is missing before '" + token.text() + "'");
        }
    }

    private Node symbol(FormulaToken token) {
        switch (token.text()) {
            case "(":
                return brackets.round();
            case "[":
                return brackets.square();
            case "{":
                return brackets.curly();
            case "...":
                throw EvaluationFailure.refused("'...' is no value a reading can carry")
                        .at(token.start());
            default:
                throw tokens().unexpected("a value is missing before '" + token.text() + "'");
        }
    }

    Node lambda() {
        FormulaToken word = tokens().take();
        Scope inner = new Scope(parser.scope);
        List<String> parameters = new ArrayList<>();
        List<Node> defaults = new ArrayList<>();
        String rest = null;
        while (!tokens().is(":")) {
            boolean star = tokens().accept("*");
            FormulaToken name = tokens().peek();
            if (name.kind() != FormulaToken.Kind.NAME || rest != null) {
                throw tokens().unexpected("a parameter of a lambda is a name");
            }
            tokens().take();
            if (inner.declares(name.text()) || name.text().startsWith("__")) {
                throw EvaluationFailure.syntax(
                        "the parameter '" + name.text() + "' is not possible here", name.start());
            }
            inner.declare(name.text());
            if (star) {
                rest = name.text();
            } else {
                parameters.add(name.text());
                if (tokens().accept("=")) {
                    defaults.add(parser.expression());
                } else if (!defaults.isEmpty()) {
                    throw EvaluationFailure.syntax("a parameter without a default after one with", name.start());
                }
            }
            if (!tokens().accept(",")) {
                break;
            }
        }
        tokens().expect(":");
        parser.scope = inner;
        Node body = parser.expression();
        parser.scope = inner.parent;
        return new CallNodes.Lambda(word.start(), inner, parameters, rest, defaults, body);
    }
}
