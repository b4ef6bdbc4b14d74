package io.outrider.obd.formula;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Constructs of Python that formulas do not have, each with what to write instead. */
final class Refusals {
    static final String PERCENT = "'%' of texts is not part of formulas; use round(), str() and +";

    /** By name: what to write instead. */
    static final Map<String, String> FUNCTIONS = table("""
            ascii repr: use str()
            bytearray: use bytes()
            bytes.fromhex: write b'\\x01\\x02'
            dict: write {key: value}
            filter: write [x for x in … if …]
            format: use round() and str()
            frozenset set: use a tuple or a list
            iter next: take an index of list(…)
            map: write [… for x in …]
            """);

    /** By name: what to write instead. */
    static final Map<String, String> METHODS = table("""
            as_integer_ratio is_integer: compare the number with int() of it
            bit_count bit_length: use bin()
            capitalize casefold swapcase title: use upper() or lower()
            center ljust rjust: use + and *, or zfill()
            conjugate copy: write the value itself
            count: use sum(1 for … if …)
            find index rfind rindex: use 'in', or a comprehension over range()
            encode: write b'…'
            expandtabs: use replace()
            format format_map: use round(), str() and +
            isalnum isalpha isascii isdecimal isdigit isidentifier: compare the characters
            islower isnumeric isprintable isspace istitle isupper: compare the characters
            items keys values: a comprehension over a dictionary gives the keys
            lstrip rstrip: use strip()
            partition rpartition rsplit splitlines: use split()
            removeprefix removesuffix: use startswith() or endswith() and a slice
            to_bytes: use >> and &
            """);

    /** Names of Python that reach out of the formula, or show or change the internals of values. */
    private static final Set<String> FORBIDDEN = words(
            "eval exec compile open print input globals locals vars dir getattr setattr delattr hasattr exit quit help",
            "breakpoint object type super id hash callable property classmethod staticmethod isinstance issubclass",
            "memoryview copyright credits license complex slice aiter anext Ellipsis NotImplemented");

    /** Methods that would change their object, of any type. */
    private static final Set<String> CHANGING = words(
            "append extend insert remove pop clear reverse sort popitem setdefault update add discard",
            "intersection_update difference_update symmetric_difference_update send throw close");

    private Refusals() {}

    static Set<String> words(String... lines) {
        return Set.of(String.join(" ", lines).split(" "));
    }

    private static Map<String, String> table(String lines) {
        Map<String, String> table = new HashMap<>();
        lines.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            Arrays.stream(line.substring(0, colon).split(" "))
                    .forEach(name -> table.put(name, line.substring(colon + 2)));
        });
        return table;
    }

    static EvaluationFailure construct(String what, String instead) {
        return EvaluationFailure.refused(what + " not part of formulas; " + instead);
    }

    /** Of a name that is no function of formulas; null if it is none of Python either. */
    static EvaluationFailure function(String name) {
        if (FUNCTIONS.containsKey(name)) {
            return construct(name + "() is", FUNCTIONS.get(name));
        }
        if (FORBIDDEN.contains(name) || name.startsWith("__") || name.contains("._")) {
            return EvaluationFailure.refused("'" + name + "' is not allowed in a formula");
        }
        return name.contains(".") ? construct("'" + name + "' is", "call the method of a value") : null;
    }

    /** Of a method; null if formulas have it. */
    static EvaluationFailure method(String name) {
        if (CHANGING.contains(name)) {
            return EvaluationFailure.refused("'" + name + "' changes its object, which a formula may not");
        }
        if (METHODS.containsKey(name)) {
            return construct(name + "() is", METHODS.get(name));
        }
        return Methods.known(name)
                ? null
                : construct("the method " + Text.cut(name, 40) + "() is", "docs/formulas.md lists the methods");
    }
}
