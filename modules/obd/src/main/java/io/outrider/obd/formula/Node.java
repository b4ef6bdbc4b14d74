package io.outrider.obd.formula;

import java.util.List;

/** Part of the tree; immutable once parsed, so that threads may share it. */
abstract class Node {
    /** Offset in the formula, for failures. */
    final int position;
    /** Levels of nodes below and including this one: bounds the recursion. */
    final int height;
    /** In order of evaluation. */
    final Node[] children;
    /** Number of children that are evaluated whenever this node is. */
    final int certain;

    Node(int position, int certain, Node... children) {
        this.position = position;
        this.children = children;
        this.certain = certain;
        int highest = 0;
        for (Node child : children) {
            highest = Math.max(highest, child == null ? 0 : child.height);
        }
        this.height = highest + 1;
    }

    /** The value; a failure gets the position of the innermost node. */
    final Object eval(Evaluation run, LocalVariables frame) {
        try {
            return value(run, frame);
        } catch (EvaluationFailure failure) {
            throw failure.at(position);
        }
    }

    abstract Object value(Evaluation run, LocalVariables frame);

    /** Throws what will fail in any case, such as a misspelt name. */
    void check() {
        for (int i = 0; i < certain; i++) {
            if (children[i] != null) {
                children[i].check();
            }
        }
    }

    static Object[] all(Node[] nodes, Evaluation run, LocalVariables frame) {
        Object[] values = new Object[nodes.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = nodes[i].eval(run, frame);
        }
        return values;
    }

    static Node[] array(List<Node> nodes) {
        return nodes.toArray(new Node[0]);
    }

    static Node[] join(Node first, Node... rest) {
        Node[] all = new Node[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }
}
