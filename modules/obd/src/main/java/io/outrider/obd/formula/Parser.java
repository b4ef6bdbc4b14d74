package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Parser of operators by precedence (Python language reference, chapter 6); {@link PrimaryParser} has their operands. */
final class Parser {
    private static final int UNARY = 11;
    private static final int LOWEST = 5;

    final EvaluationLimits limits;
    final String text;
    final Tokens tokens;
    Scope scope;
    private final boolean tracing;
    private final PrimaryParser atoms;
    private int depth;

    private Parser(String text, EvaluationLimits limits, boolean tracing) {
        this.text = text;
        this.limits = limits;
        this.tracing = tracing;
        this.scope = new Scope(null);
        this.tokens = new Tokens(new Lexer(text).tokens());
        this.atoms = new PrimaryParser(this);
    }

    /** @param tracing whether every part reports its value, and none is simplified away */
    static Node parse(String text, EvaluationLimits limits, boolean tracing) {
        if (text.length() > limits.textLength()) {
            throw EvaluationFailure.refused("a formula of more than " + limits.textLength() + " characters")
                    .at(limits.textLength());
        }
        Parser parser = new Parser(text, limits, tracing);
        Node root = parser.bounded(parser.whole());
        root.check();
        return root;
    }

    private Node whole() {
        if (tokens.peek().kind() == FormulaToken.Kind.END) {
            throw EvaluationFailure.syntax("there is no formula", 0);
        }
        Node node = atoms.tuple();
        if (tokens.peek().kind() != FormulaToken.Kind.END) {
            throw tokens.unexpected(
                    tokens.is("=")
                            ? "a formula assigns nothing: to compare, write '=='"
                            : "the formula should end here or go on with an operator");
        }
        return node;
    }

    Node bounded(Node node) {
        if (node.height > 4 * limits.depth()) {
            throw tooDeep(node.position);
        }
        return node;
    }

    private EvaluationFailure tooDeep(int position) {
        return EvaluationFailure.refused("the formula is nested more than " + limits.depth() + " levels deep")
                .at(position);
    }

    private void enter() {
        if (++depth > limits.depth()) {
            throw tooDeep(tokens.peek().start());
        }
    }

    Node traced(int start, Node node) {
        return tracing && scope.top() ? new Traced(node, text.substring(start, tokens.lastEnd())) : node;
    }

    boolean tracing() {
        return tracing;
    }

    /** Expression other than a tuple without brackets. */
    Node expression() {
        enter();
        Node node = conditional();
        depth--;
        return node;
    }

    private Node conditional() {
        int start = tokens.peek().start();
        Node value = logic("or");
        if (!tokens.is("if")) {
            return value;
        }
        List<Node> parts = new ArrayList<>();
        while (tokens.accept("if")) {
            parts.add(logic("or"));
            parts.add(value);
            if (!tokens.is("else")) {
                throw tokens.unexpected("'else' is missing");
            }
            tokens.take();
            value = logic("or");
        }
        parts.add(value);
        return traced(start, new Operations.Conditional(start, Node.array(parts)));
    }

    /** An expression without a condition of its own: what stands after {@code in} and {@code if}. */
    Node disjunction() {
        enter();
        Node node = logic("or");
        depth--;
        return node;
    }

    private Node logic(String word) {
        boolean or = word.equals("or");
        int start = tokens.peek().start();
        Node first = or ? logic("and") : negation();
        if (!tokens.is(word)) {
            return first;
        }
        List<Node> operands = new ArrayList<>(List.of(first));
        while (tokens.accept(word)) {
            operands.add(or ? logic("and") : negation());
        }
        return traced(start, new Operations.Logic(start, or, Node.array(operands)));
    }

    private Node negation() {
        FormulaToken not = tokens.peek();
        if (!tokens.accept("not")) {
            return comparison();
        }
        enter();
        Node operand = negation();
        depth--;
        return traced(not.start(), new Operations.Unary(not.start(), '!', operand));
    }

    private Node comparison() {
        int start = tokens.peek().start();
        Node first = binary(LOWEST);
        int position = tokens.peek().start();
        Comparison comparison = comparisonSign();
        if (comparison == null) {
            return first;
        }
        List<Comparison> comparisons = new ArrayList<>();
        List<Node> operands = new ArrayList<>();
        while (comparison != null) {
            comparisons.add(comparison);
            operands.add(binary(LOWEST));
            comparison = comparisonSign();
        }
        return traced(
                start,
                new Operations.Compare(position, first, comparisons.toArray(new Comparison[0]), Node.array(operands)));
    }

    private Comparison comparisonSign() {
        if (tokens.is("not") && tokens.peek(1).is("in")) {
            tokens.take();
            tokens.take();
            return Comparison.NOT_IN;
        }
        if (tokens.accept("is")) {
            return tokens.accept("not") ? Comparison.IS_NOT : Comparison.IS;
        }
        for (Comparison comparison : Comparison.values()) {
            if (tokens.is(comparison.symbol)) {
                tokens.take();
                return comparison;
            }
        }
        return null;
    }

    /** Operators of at least this binding power, all of them left-associative. */
    private Node binary(int least) {
        int start = tokens.peek().start();
        Node left = unary();
        Operator operator = operator();
        while (operator != null && operator.power >= least) {
            int power = operator.power;
            int position = tokens.peek().start();
            List<Operator> operators = new ArrayList<>();
            List<Node> operands = new ArrayList<>();
            while (operator != null && operator.power == power) {
                if (operator == Operator.MOD && left instanceof Literal text && text.value instanceof String) {
                    throw EvaluationFailure.refused(Refusals.PERCENT).at(position);
                }
                tokens.take();
                operators.add(operator);
                operands.add(power < UNARY - 1 ? binary(power + 1) : unary());
                operator = operator();
                if (tracing) {
                    break;
                }
            }
            left = traced(
                    start,
                    folded(new Operations.Chain(
                            position, left, operators.toArray(new Operator[0]), Node.array(operands))));
        }
        return left;
    }

    private Operator operator() {
        FormulaToken token = tokens.peek();
        Operator operator = token.kind() == FormulaToken.Kind.SYMBOL ? Operator.of(token.text()) : null;
        return operator == Operator.POW ? null : operator;
    }

    private Node unary() {
        FormulaToken sign = tokens.peek();
        if (!sign.is("-") && !sign.is("+") && !sign.is("~")) {
            return power();
        }
        tokens.take();
        enter();
        Node operand = unary();
        depth--;
        Node node = folded(new Operations.Unary(sign.start(), sign.text().charAt(0), operand));
        return operand instanceof Literal ? node : traced(sign.start(), node);
    }

    private Node power() {
        int start = tokens.peek().start();
        Node base = atoms.postfix();
        FormulaToken sign = tokens.peek();
        if (!sign.is("**")) {
            return base;
        }
        tokens.take();
        enter();
        Node exponent = unary();
        depth--;
        return traced(
                start,
                folded(new Operations.Chain(sign.start(), base, new Operator[] {Operator.POW}, new Node[] {exponent})));
    }

    private static final Set<Class<?>> SCALARS = Set.of(Long.class, Double.class, Boolean.class);

    /** Calculates what is constant; what fails is left to fail where it is reached. */
    private Node folded(Node node) {
        for (Node child : node.children) {
            if (!(child instanceof Literal literal)
                    || literal.value == null
                    || !SCALARS.contains(literal.value.getClass())) {
                return node;
            }
        }
        try {
            Object value = node.eval(new Evaluation(limits, List.of(), null), null);
            return SCALARS.contains(value.getClass()) ? new Literal(node.position, value) : node;
        } catch (EvaluationFailure failure) {
            return node;
        }
    }
}
