package io.outrider.docker.release;

import io.outrider.api.ErrorCode;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Value of the desired document with its path there, which its failures name.
 *
 * @param code of its failures
 * @param path such as {@code projects[0].containers[1].image}
 * @param value of JSON's types; null if absent
 */
record DocumentValue(ErrorCode code, String path, Object value) {
    private static final int MOST_DIGITS = 40;

    static DocumentValue document(Map<String, ?> members) {
        return new DocumentValue(DockerErrors.RELEASE_INVALID, "", members);
    }

    /** Null, and what is empty, is as absent. */
    boolean absent() {
        return value == null
                || "".equals(value)
                || value instanceof List<?> list && list.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty();
    }

    DocumentValue as(ErrorCode other) {
        return new DocumentValue(other, path, value);
    }

    DocumentValue with(Object other) {
        return new DocumentValue(code, path, other);
    }

    DocumentValue member(String name) throws Failure {
        if (!(value instanceof Map<?, ?> map)) {
            throw invalid(value == null ? "is missing" : "must be an object");
        }
        String shown = Excerpt.ofWord(name);
        return new DocumentValue(code, path.isEmpty() ? shown : path + "." + shown, map.get(name));
    }

    /** Member that has to be there. */
    DocumentValue required(String name) throws Failure {
        DocumentValue member = member(name);
        if (member.value == null) {
            throw member.invalid("is missing");
        }
        return member;
    }

    /** First member that is there, of names with one meaning; else the last. */
    DocumentValue firstOf(String... names) throws Failure {
        DocumentValue member = this;
        for (String name : names) {
            member = member(name);
            if (member.value != null) {
                return member;
            }
        }
        return member;
    }

    /** Members in the order of their names, so that the order of a document changes nothing. */
    Map<String, DocumentValue> members() throws Failure {
        if (!(value instanceof Map<?, ?> map)) {
            throw invalid("must be an object");
        }
        Map<String, DocumentValue> members = new TreeMap<>();
        for (Object name : map.keySet()) {
            members.put(String.valueOf(name), member(String.valueOf(name)));
        }
        return members;
    }

    /** Elements of a list; empty if it is absent. */
    List<DocumentValue> list(int most) throws Failure {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw invalid("must be a list");
        }
        if (list.size() > most) {
            throw invalid("has " + list.size() + " elements; at most " + most + " are allowed");
        }
        List<DocumentValue> elements = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            elements.add(new DocumentValue(code, path + "[" + i + "]", list.get(i)));
        }
        return elements;
    }

    /** Text, or a number without fraction; never empty. */
    String text() throws Failure {
        if (value instanceof Integer || value instanceof Long) {
            return value.toString();
        }
        if (value instanceof Number) {
            throw invalid("must be text: put the number into quotes");
        }
        if (!(value instanceof String text)) {
            throw invalid(value == null ? "is missing" : "must be text");
        }
        if (text.isEmpty() || text.indexOf(0) >= 0) {
            throw invalid(text.isEmpty() ? "must not be empty" : "must not contain the character 0");
        }
        return text;
    }

    String text(Pattern pattern, String sentence) throws Failure {
        String text = text();
        if (text.length() > 4096 || !pattern.matcher(text).matches()) {
            throw invalid(sentence + ", not " + Excerpt.ofWord(text));
        }
        return text;
    }

    /** Text, number or truth value as text, which may be empty. */
    String scalar() throws Failure {
        if (value instanceof Boolean) {
            return value.toString();
        }
        return "".equals(value) ? "" : value instanceof Number ? number().toPlainString() : text();
    }

    boolean bool() throws Failure {
        String word = value instanceof Boolean ? value.toString() : text().toLowerCase(Locale.ROOT);
        if (!word.equals("true") && !word.equals("false")) {
            throw invalid("must be true or false");
        }
        return word.equals("true");
    }

    /** Number, or text with a number. */
    BigDecimal number() throws Failure {
        String digits = value instanceof BigInteger big && big.bitLength() > Long.SIZE ? "" : String.valueOf(value);
        if (!(value instanceof Number || value instanceof String)
                || digits.length() > MOST_DIGITS
                || !digits.matches("-?[0-9]+(\\.[0-9]+)?([eE]-?[0-9]{1,2})?")) {
            throw invalid("must be a number");
        }
        return new BigDecimal(digits);
    }

    long integer(long least, long most) throws Failure {
        BigDecimal number = number();
        if (number.stripTrailingZeros().scale() > 0
                || number.compareTo(BigDecimal.valueOf(least)) < 0
                || number.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw invalid("must be an integer from " + least + " to " + most);
        }
        return number.longValueExact();
    }

    /** @param sentence predicate of the sentence: "must be …" */
    Failure invalid(String sentence) {
        return failure(code, sentence);
    }

    Failure failure(ErrorCode other, String sentence) {
        return new Failure(other, path + ": " + sentence).at(path);
    }
}
