package io.outrider.docker.release;

import io.outrider.api.ErrorCode;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}(\\.[0-9]{1,19})?([eE]-?[0-9]{1,2})?");
    private static final Pattern ANY_NUMBER = Pattern.compile("[+-]?[0-9]++(\\.[0-9]++)?+([eE][+-]?[0-9]++)?+");

    /** Null, and what is empty, is as absent. */
    boolean absent() {
        boolean empty = value instanceof Collection<?> list && list.isEmpty();
        return value == null || "".equals(value) || empty || value instanceof Map<?, ?> map && map.isEmpty();
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

    /** Members in the order of their names, so that the order of a document changes nothing. */
    Map<String, DocumentValue> members() throws Failure {
        if (!(value instanceof Map<?, ?> map)) {
            throw invalid("must be an object");
        }
        Map<String, DocumentValue> members = new TreeMap<>();
        for (Object name : map.keySet()) {
            members.put(name.toString(), member(name.toString()));
        }
        return members;
    }

    /** Elements of a list; empty if it is absent. */
    List<DocumentValue> list(int most) throws Failure {
        List<?> list = value == null ? List.of() : value instanceof List<?> given ? given : null;
        if (list == null || list.size() > most) {
            throw invalid("must be a list of at most " + most + " elements");
        }
        List<DocumentValue> elements = new ArrayList<>();
        list.forEach(each -> elements.add(new DocumentValue(code, path + "[" + elements.size() + "]", each)));
        return elements;
    }

    /** Text, or an integer; never empty. A number with a fraction may have lost a zero, as the version 1.10 does. */
    String text() throws Failure {
        String text =
                value instanceof String || value instanceof Integer || value instanceof Long ? value.toString() : "";
        if (text.isEmpty() || text.indexOf(0) >= 0) {
            String form = text.isEmpty() ? ", in quotation marks and not empty" : " without the character NUL";
            throw invalid(value == null ? "is missing" : "must be text" + form);
        }
        return text;
    }

    String textOr(String otherwise) throws Failure {
        return absent() ? otherwise : text();
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
        boolean plain = "".equals(value) || value instanceof Boolean;
        if (value instanceof Collection || value instanceof Map) {
            throw invalid("must be text, a number, true or false");
        }
        return plain ? value.toString() : value instanceof Number ? number().toPlainString() : text();
    }

    boolean bool() throws Failure {
        if (!(value instanceof Boolean || value instanceof String word && word.matches("(?i)true|false"))) {
            throw invalid("must be true or false");
        }
        return Boolean.parseBoolean(value.toString());
    }

    /** Number, or text with a number. */
    BigDecimal number() throws Failure {
        boolean digits = value instanceof String || value instanceof Long || value instanceof Integer;
        if (!(digits || value instanceof Double)
                || !NUMBER.matcher(value.toString()).matches()) {
            boolean number =
                    value != null && ANY_NUMBER.matcher(value.toString()).matches();
            throw invalid(number ? "is too large a number, or has too many digits" : "must be a number");
        }
        return new BigDecimal(value.toString());
    }

    long integer(long least, long most) throws Failure {
        BigDecimal number = number();
        BigDecimal inside = number.max(BigDecimal.valueOf(least)).min(BigDecimal.valueOf(most));
        if (number.compareTo(new BigDecimal(inside.toBigInteger())) != 0) {
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
