package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;

/** Parser of what stands in brackets: tuples, lists, dictionaries, comprehensions and the arguments of a call. */
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
            return comprehension(open, true, loop);
        }
        if (tokens().is(")")) {
            return elements(open, true, ")");
        }
        Node first = parser.expression();
        if (tokens().accept(")")) {
            return first;
        }
        return rest(open.start(), true, first, ")");
    }

    Node square() {
        FormulaToken open = tokens().take();
        int loop = tokens().comprehension();
        return loop >= 0 ? comprehension(open, false, loop) : elements(open, false, "]");
    }

    private Node elements(FormulaToken open, boolean tuple, String close) {
        if (tokens().accept(close)) {
            return new Displays.Elements(open.start(), tuple, List.of());
        }
        return rest(open.start(), tuple, parser.expression(), close);
    }

    /** The elements after the first one, and the bracket that closes; without brackets up to the end. */
    Node rest(int start, boolean tuple, Node first, String close) {
        List<Node> items = new ArrayList<>(List.of(first));
        while (tokens().accept(",") && !tokens().is(close) && tokens().peek().kind() != FormulaToken.Kind.END) {
            items.add(parser.expression());
        }
        if (!close.isEmpty()) {
            tokens().expect(close);
        }
        return new Displays.Elements(start, tuple, items);
    }

    Node curly() {
        FormulaToken open = tokens().take();
        if (tokens().comprehension() >= 0) {
            throw Refusals.construct("set and dict comprehensions are", "write a list comprehension, in [ ]")
                    .at(open.start());
        }
        List<Node> entries = new ArrayList<>();
        while (!tokens().is("}")) {
            entries.add(parser.expression());
            if (tokens().is(",") || tokens().is("}")) {
                throw Refusals.construct("sets are", "write a tuple or a list").at(open.start());
            }
            tokens().expect(":");
            entries.add(parser.expression());
            if (!tokens().accept(",")) {
                break;
            }
        }
        tokens().expect("}");
        return new Displays.Dictionary(open.start(), entries);
    }

    /** The clauses are parsed before the element, which sees the variables they declare. */
    private Node comprehension(FormulaToken open, boolean generator, int loop) {
        int elementAt = tokens().mark();
        Scope outer = parser.scope;
        Scope inner = new Scope(outer);
        tokens().reset(loop);
        List<Comprehension.Clause> clauses = new ArrayList<>();
        while (tokens().accept("for")) {
            int[] slots = variables(inner);
            parser.scope = clauses.isEmpty() ? outer : inner;
            Node source = parser.disjunction();
            parser.scope = inner;
            List<Node> conditions = new ArrayList<>();
            while (tokens().accept("if")) {
                conditions.add(parser.disjunction());
            }
            clauses.add(new Comprehension.Clause(slots, source, Node.array(conditions)));
        }
        int end = tokens().mark();
        tokens().reset(elementAt);
        Node element = parser.expression();
        if (tokens().mark() != loop) {
            throw tokens().unexpected("a comprehension has one element before its 'for'");
        }
        tokens().reset(end);
        parser.scope = outer;
        tokens().expect(generator ? ")" : "]");
        return new Comprehension(open.start(), generator, inner, clauses, element);
    }

    /** One slot, or several that take a sequence apart, and the word {@code in}; a comma after one is several too. */
    private int[] variables(Scope inner) {
        List<Integer> slots = new ArrayList<>();
        boolean apart = false;
        do {
            FormulaToken token = tokens().peek();
            if (token.is("(") || token.is("[")) {
                throw Refusals.construct("brackets around loop variables are", "write 'for a, b in'")
                        .at(token.start());
            }
            if (token.kind() != FormulaToken.Kind.NAME) {
                throw tokens().unexpected("after 'for' comes a name");
            }
            if (token.text().startsWith("__")) {
                throw EvaluationFailure.refused("'" + token.text() + "' is not allowed in a formula")
                        .at(token.start());
            }
            slots.add(inner.declare(tokens().take().text()));
            apart |= tokens().is(",");
        } while (tokens().accept(",") && !tokens().is("in"));
        if (apart && slots.size() == 1) {
            throw Refusals.construct("a single loop variable with a comma is", "take [0] of it")
                    .at(tokens().peek().start());
        }
        tokens().expect("in");
        return slots.stream().mapToInt(Integer::intValue).toArray();
    }

    CallNodes.Arguments arguments() {
        FormulaToken open = tokens().take();
        List<Node> positional = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Node> named = new ArrayList<>();
        int loop = tokens().comprehension();
        if (loop >= 0) {
            positional.add(comprehension(open, true, loop));
            return arguments(positional, names, named);
        }
        while (!tokens().is(")")) {
            argument(positional, names, named);
            if (!tokens().accept(",")) {
                break;
            }
        }
        tokens().expect(")");
        return arguments(positional, names, named);
    }

    private static CallNodes.Arguments arguments(List<Node> positional, List<String> names, List<Node> named) {
        return new CallNodes.Arguments(Node.array(positional), names.toArray(new String[0]), Node.array(named));
    }

    private void argument(List<Node> positional, List<String> names, List<Node> named) {
        FormulaToken token = tokens().peek();
        if (token.kind() != FormulaToken.Kind.NAME || !tokens().peek(1).is("=")) {
            if (!names.isEmpty()) {
                throw EvaluationFailure.syntax("an argument without a name after one with a name", token.start());
            }
            positional.add(parser.expression());
            return;
        }
        if (names.contains(token.text())) {
            throw EvaluationFailure.syntax("the argument '" + token.text() + "' is given twice", token.start());
        }
        tokens().take();
        tokens().take();
        names.add(token.text());
        named.add(parser.expression());
    }
}
