package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;

/** Parser of bracketed forms: tuples, lists, sets, dictionaries, comprehensions and call arguments. */
final class DisplayParser {
    private final Parser parser;

    DisplayParser(Parser parser) {
        this.parser = parser;
    }

    private Tokens tokens() {
        return parser.tokens;
    }

    Node round() {
        FormulaToken open = tokens().take();
        int loop = tokens().comprehension();
        if (loop >= 0) {
            return comprehension(open, '(', ")", loop);
        }
        if (tokens().accept(")")) {
            return new Displays.Elements(open.start(), '(', new Node[0], new boolean[0]);
        }
        boolean star = tokens().is("*");
        Node first = element();
        if (tokens().is(",")) {
            first = elements(open, '(', first, star, ")");
        } else if (star) {
            throw tokens().unexpected("a '*' wants a comma after it");
        }
        tokens().expect(")");
        return first;
    }

    Node square() {
        FormulaToken open = tokens().take();
        int loop = tokens().comprehension();
        if (loop >= 0) {
            return comprehension(open, '[', "]", loop);
        }
        if (tokens().accept("]")) {
            return new Displays.Elements(open.start(), '[', new Node[0], new boolean[0]);
        }
        boolean star = tokens().is("*");
        Node list = elements(open, '[', element(), star, "]");
        tokens().expect("]");
        return list;
    }

    Node curly() {
        FormulaToken open = tokens().take();
        int loop = tokens().comprehension();
        if (loop >= 0) {
            return comprehension(open, '{', "}", loop);
        }
        if (tokens().accept("}")) {
            return new Displays.Dictionary(open.start());
        }
        if (tokens().is("**")) {
            return dictionary(open, null);
        }
        boolean star = tokens().is("*");
        Node first = element();
        if (!star && tokens().is(":")) {
            return dictionary(open, first);
        }
        Node set = elements(open, '{', first, star, "}");
        tokens().expect("}");
        return set;
    }

    private Node dictionary(FormulaToken open, Node firstKey) {
        List<Node> entries = new ArrayList<>();
        Node key = firstKey;
        do {
            if (tokens().is("}")) {
                break;
            }
            if (key == null && tokens().accept("**")) {
                entries.add(null);
                entries.add(parser.disjunction());
                continue;
            }
            entries.add(key == null ? parser.expression() : key);
            key = null;
            tokens().expect(":");
            entries.add(parser.expression());
        } while (tokens().accept(","));
        tokens().expect("}");
        return new Displays.Dictionary(open.start(), entries.toArray(new Node[0]));
    }

    /** A tuple without brackets that begins with a star. */
    Node starred() {
        FormulaToken star = tokens().peek();
        Node first = element();
        if (!tokens().is(",")) {
            throw tokens().unexpected("a '*' wants a comma after it");
        }
        return elements(star, '(', first, true, "");
    }

    private Node element() {
        return tokens().accept("*") ? parser.disjunction() : parser.named();
    }

    private Node elements(FormulaToken open, char kind, Node first, boolean firstStarred, String close) {
        List<Node> items = new ArrayList<>(List.of(first));
        List<Boolean> stars = new ArrayList<>(List.of(firstStarred));
        while (tokens().accept(",") && !tokens().is(close) && tokens().peek().kind() != FormulaToken.Kind.END) {
            stars.add(tokens().is("*"));
            items.add(element());
        }
        return elements(open.start(), kind, items, stars);
    }

    /** An index with commas: always a tuple, which no sequence takes but a dictionary may. */
    Node tupleOf(Node first, String close) {
        return elements(tokens().peek(), '(', first, false, close);
    }

    private static Node elements(int position, char kind, List<Node> items, List<Boolean> stars) {
        return new Displays.Elements(position, kind, items.toArray(new Node[0]), booleans(stars));
    }

    private static boolean[] booleans(List<Boolean> list) {
        boolean[] result = new boolean[list.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = list.get(i);
        }
        return result;
    }

    /** The clauses are parsed before the element, which sees the variables they declare. */
    private Node comprehension(FormulaToken open, char kind, String close, int loop) {
        int elementAt = tokens().mark();
        Scope outer = parser.scope;
        Scope inner = new Scope(outer);
        tokens().reset(loop);
        List<Comprehension.Clause> clauses = new ArrayList<>();
        while (tokens().accept("for")) {
            Comprehension.Target target = target(inner);
            tokens().expect("in");
            parser.scope = clauses.isEmpty() ? outer : inner;
            Node source = parser.disjunction();
            parser.scope = inner;
            List<Node> conditions = new ArrayList<>();
            while (tokens().accept("if")) {
                conditions.add(parser.disjunction());
            }
            clauses.add(new Comprehension.Clause(target, source, conditions.toArray(new Node[0])));
        }
        int end = tokens().mark();
        tokens().reset(elementAt);
        parser.scope = inner;
        Node element = kind == '{' ? parser.expression() : parser.named();
        Node value = null;
        if (kind == '{' && tokens().accept(":")) {
            value = parser.expression();
        }
        if (tokens().mark() != loop) {
            throw tokens().unexpected("a comprehension has one element before its 'for'");
        }
        tokens().reset(end);
        parser.scope = outer;
        tokens().expect(close);
        return new Comprehension(open.start(), kind, inner, clauses, element, value);
    }

    private Comprehension.Target target(Scope inner) {
        Comprehension.Target first = oneTarget(inner, 0);
        return tokens().is(",") ? several(first, inner, 0, "in") : first;
    }

    private Comprehension.Target several(Comprehension.Target first, Scope inner, int depth, String end) {
        List<Comprehension.Target> parts = new ArrayList<>(List.of(first));
        while (tokens().accept(",") && !tokens().is(end)) {
            parts.add(oneTarget(inner, depth));
        }
        return new Comprehension.Target(-1, parts);
    }

    private Comprehension.Target oneTarget(Scope inner, int depth) {
        FormulaToken token = tokens().peek();
        if (depth < 8 && (token.is("(") || token.is("["))) {
            String close = token.is("(") ? ")" : "]";
            tokens().take();
            Comprehension.Target first = oneTarget(inner, depth + 1);
            Comprehension.Target target =
                    tokens().is(",") || close.equals("]") ? several(first, inner, depth + 1, close) : first;
            tokens().expect(close);
            return target;
        }
        if (token.kind() != FormulaToken.Kind.NAME) {
            throw tokens().unexpected("after 'for' comes a name");
        }
        if (token.text().startsWith("__")) {
            throw EvaluationFailure.refused("'" + token.text() + "' is not allowed in a formula")
                    .at(token.start());
        }
        tokens().take();
        return new Comprehension.Target(inner.declare(token.text()), null);
    }

    CallNodes.Arguments arguments() {
        FormulaToken open = tokens().take();
        int loop = tokens().comprehension();
        if (loop >= 0) {
            Node generator = comprehension(open, '(', ")", loop);
            return new CallNodes.Arguments(new Node[] {generator}, new boolean[1], new String[0], new Node[0]);
        }
        List<Node> positional = new ArrayList<>();
        List<Boolean> stars = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Node> named = new ArrayList<>();
        while (!tokens().is(")")) {
            argument(positional, stars, names, named);
            if (!tokens().accept(",")) {
                break;
            }
        }
        tokens().expect(")");
        return new CallNodes.Arguments(
                positional.toArray(new Node[0]),
                booleans(stars),
                names.toArray(new String[0]),
                named.toArray(new Node[0]));
    }

    private void argument(List<Node> positional, List<Boolean> stars, List<String> names, List<Node> named) {
        FormulaToken token = tokens().peek();
        if (tokens().accept("**")) {
            names.add(null);
            named.add(parser.expression());
        } else if (token.kind() == FormulaToken.Kind.NAME && tokens().peek(1).is("=")) {
            if (names.contains(token.text())) {
                throw EvaluationFailure.syntax("the argument '" + token.text() + "' is given twice", token.start());
            }
            tokens().take();
            tokens().take();
            names.add(token.text());
            named.add(parser.expression());
        } else {
            boolean star = tokens().accept("*");
            if (!star && !names.isEmpty() || star && names.contains(null)) {
                throw EvaluationFailure.syntax("an argument without a name after one with a name", token.start());
            }
            stars.add(star);
            positional.add(star ? parser.expression() : parser.named());
        }
    }
}
