package io.outrider.obd.formula;

import java.math.BigInteger;

/** Type names of values, and their truth. */
final class Types {
    private Types() {}

    static String name(Object value) {
        if (value == null) {
            return "None";
        }
        if (value instanceof Long || value instanceof BigInteger) {
            return "int";
        }
        if (value instanceof Double) {
            return "float";
        }
        if (value instanceof Boolean) {
            return "bool";
        }
        if (value instanceof String) {
            return "str";
        }
        if (value instanceof Bytes bytes) {
            return bytes.type();
        }
        if (value instanceof Sequence sequence) {
            return sequence.tuple ? "tuple" : "list";
        }
        if (value instanceof Dict) {
            return "dict";
        }
        if (value instanceof RangeValue) {
            return "range";
        }
        if (value instanceof LazyIterator walk) {
            return walk.kind();
        }
        return "message";
    }

    static boolean truth(Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        if (value instanceof Long number) {
            return number != 0;
        }
        if (value instanceof Double number) {
            return number != 0;
        }
        if (value == null) {
            return false;
        }
        if (value instanceof String text) {
            return !text.isEmpty();
        }
        if (value instanceof Bytes bytes) {
            return bytes.length != 0;
        }
        if (value instanceof Sequence sequence) {
            return sequence.items.length != 0;
        }
        if (value instanceof Dict dict) {
            return dict.size() != 0;
        }
        return !(value instanceof RangeValue range) || range.length() != 0;
    }

    static boolean isInt(Object value) {
        return value instanceof Long || value instanceof Boolean || value instanceof BigInteger;
    }

    static boolean isNumber(Object value) {
        return isInt(value) || value instanceof Double;
    }
}
