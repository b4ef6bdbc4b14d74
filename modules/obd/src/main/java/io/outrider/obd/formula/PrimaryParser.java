package io.outrider.obd.formula;

/** Parser of what stands between operators: literals, names, brackets, and the accesses and calls that follow them. */
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
    Node tuple() {
        int start = tokens().peek().start();
        Node first = parser.expression();
        return tokens().is(",") ? brackets.rest(start, true, first, "") : first;
    }

    Node postfix() {
        int start = tokens().peek().start();
        Node node = atom();
        while (true) {
            FormulaToken token = tokens().peek();
            if (token.is(".")) {
                node = attribute(node);
            } else if (token.is("[")) {
                node = subscript(node);
            } else if (token.is("(")) {
                brackets.arguments();
                if (!(node instanceof NameNodes.Unreachable)) {
                    throw Refusals.construct("a call of a value is", "call a function or a method by its name")
                            .at(token.start());
                }
            } else {
                return node;
            }
            node = parser.bounded(parser.traced(start, node));
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
        if (text.startsWith("_") || text.startsWith("gi_") || text.startsWith("func_")) {
            throw EvaluationFailure.refused("the attribute '" + text + "' is not allowed in a formula")
                    .at(name.start());
        }
        if (!tokens().is("(")) {
            if (text.equals("data")) {
                return new Accesses.Data(dot.start(), target);
            }
            throw Refusals.construct(
                            "the attribute '" + Text.cut(text, 40) + "' is",
                            "write .data of a message, or call a method")
                    .at(name.start());
        }
        EvaluationFailure refusal = Refusals.method(text);
        if (refusal != null) {
            throw refusal.at(name.start());
        }
        return new CallNodes.MethodCall(dot.start(), target, text, brackets.arguments());
    }

    private Node subscript(Node target) {
        FormulaToken open = tokens().take();
        if (tokens().is("]")) {
            throw tokens().unexpected("an index is missing");
        }
        Node start = tokens().is(":") ? null : parser.expression();
        if (tokens().accept(":")) {
            Node stop = tokens().is(":") || tokens().is("]") ? null : parser.expression();
            Node step = null;
            if (tokens().accept(":") && !tokens().is("]")) {
                step = parser.expression();
            }
            tokens().expect("]");
            return new Accesses.Slice(open.start(), target, start, stop, step);
        }
        if (tokens().is(",")) { // always a tuple, which no sequence takes but a dictionary may
            return new Accesses.Index(open.start(), target, brackets.rest(open.start(), true, start, "]"));
        }
        tokens().expect("]");
        return new Accesses.Index(open.start(), target, start);
    }

    private Node atom() {
        FormulaToken token = tokens().peek();
        switch (token.kind()) {
            case NUMBER:
                tokens().take();
                return new Literal(token.start(), token.value());
            case TEXT:
                return texts(token);
            case NAME:
                return name();
            case KEYWORD:
                return keyword(token);
            case SYMBOL:
                return symbol(token);
            default:
                throw tokens().unexpected("a value is missing");
        }
    }

    /** Adjacent texts are one. */
    private Node texts(FormulaToken first) {
        boolean bytes = first.value() instanceof Bytes;
        StringBuilder all = new StringBuilder();
        while (tokens().peek().kind() == FormulaToken.Kind.TEXT) {
            FormulaToken token = tokens().take();
            if (token.value() instanceof Bytes != bytes) {
                throw EvaluationFailure.syntax("bytes and text side by side", token.start());
            }
            all.append(token.value() instanceof Bytes part ? part.latin1() : (String) token.value());
        }
        return new Literal(first.start(), bytes ? Bytes.latin1(all.toString(), false) : all.toString());
    }

    private Node name() {
        FormulaToken token = tokens().take();
        String name = token.text();
        Node variable = parser.scope.resolve(name, token.start());
        if (variable != null) {
            return variable;
        }
        boolean known = Builtins.ALL.containsKey(name) || Refusals.FUNCTIONS.containsKey(name);
        if (known && tokens().is(".") && tokens().peek(1).kind() == FormulaToken.Kind.NAME) {
            tokens().take();
            name += "." + tokens().take().text();
        }
        Builtin function = Builtins.ALL.get(name);
        if (function == null) {
            EvaluationFailure refusal = Refusals.function(name);
            if (refusal != null) {
                throw refusal.at(token.start());
            }
            return new NameNodes.Unreachable(token.start(), "the name '" + Text.cut(name, 40) + "' is not known");
        }
        if (!tokens().is("(")) {
            throw EvaluationFailure.refused("'" + name + "' is a function: call it, with its arguments in brackets")
                    .at(token.start());
        }
        CallNodes.BuiltinCall call = new CallNodes.BuiltinCall(token.start(), function, brackets.arguments());
        return parser.bounded(parser.traced(token.start(), specialised(call)));
    }

    /** bytes_to_int(data[a:b]) is what nearly all formulas are made of. */
    private Node specialised(CallNodes.BuiltinCall call) {
        return !parser.tracing()
                        && call.onlyArgumentOf("bytes_to_int") instanceof Accesses.Slice slice
                        && slice.simple() != null
                ? new Accesses.SliceToInt(slice.position, slice.target(), slice.simple())
                : call;
    }

    private Node keyword(FormulaToken token) {
        switch (token.text()) {
            case "None", "True", "False":
                tokens().take();
                return new Literal(
                        token.start(),
                        token.is("None") ? null : (Object) token.text().equals("True"));
            case "lambda":
                throw Refusals.construct("lambda is", "write the expression where it is needed")
                        .at(token.start());
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
            case "*", "**":
                throw Refusals.construct("'" + token.text() + "' in front of a value is", "write the values out")
                        .at(token.start());
            case "...":
                throw EvaluationFailure.refused("'...' is no value a reading can carry")
                        .at(token.start());
            default:
                throw tokens().unexpected("a value is missing before '" + token.text() + "'");
        }
    }
}
