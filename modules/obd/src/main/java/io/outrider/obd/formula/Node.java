package io.outrider.obd.formula;

/** Node of the syntax tree; immutable, any thread. */
abstract class Node {
    /** Offset in the formula, for error messages. */
    final int position;
    /** Levels of nodes below and including this one: bounds the recursion. */
    final int height;
    /** In order of evaluation. */
    final Node[] children;
    /** Number of children that are always evaluated. */
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

    abstract Object eval(Evaluation run, LocalVariables frame);

    /** Fails for errors that do not depend on the messages, such as a misspelt name. */
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
}
