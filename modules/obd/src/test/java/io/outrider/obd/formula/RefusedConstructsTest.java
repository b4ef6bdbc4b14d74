package io.outrider.obd.formula;

import static io.outrider.obd.formula.FormulaAnswers.failure;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Constructs of Python that are not part of formulas: each is refused by its name, with what to write instead. */
final class RefusedConstructsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "(lambda x: x)(1)        | 1 | lambda is not part of formulas; write the expression where it is needed",
                "f'{1}'                  | 0 | f-strings are not part of formulas; use round(), str() and +",
                "'a' + rf'{1}'           | 6 | f-strings are not part of formulas; use round(), str() and +",
                "'%d' % 5                | 5 | '%' of texts is not part of formulas; use round(), str() and +",
                "('%d' + 'a') % 5        | 13 | '%' of texts is not part of formulas; use round(), str() and +",
                "b'%d' % 5               | 6 | '%' of texts is not part of formulas; use round(), str() and +",
                "'{}'.format(5)          | 5 | format() is not part of formulas; use round(), str() and +",
                "format(5, '03d')        | 0 | format() is not part of formulas; use round() and str()",
                "{1, 2}                  | 0 | sets are not part of formulas; write a tuple or a list",
                "{x for x in [1]}        | 0 | set and dict comprehensions are not part of formulas; write a list comprehension, in [ ]",
                "{x: 1 for x in [1]}     | 0 | set and dict comprehensions are not part of formulas; write a list comprehension, in [ ]",
                "(x := 5) + x            | 3 | ':=' is not part of formulas; write the value where it is needed",
                "max(*[1, 2])            | 4 | '*' in front of a value is not part of formulas; write the values out",
                "{**{1: 2}}              | 1 | '**' in front of a value is not part of formulas; write the values out",
                "'''a'''                 | 0 | texts in three quotes are not part of formulas; use one quote",
                "'\\N{DEGREE SIGN}'      | 1 | \\N{…} is not part of formulas; write the character itself",
                "[a for a, (b, c) in []] | 10 | brackets around loop variables are not part of formulas; write 'for a, b in'",
                "[a for a, in []]        | 10 | a single loop variable with a comma is not part of formulas; take [0] of it",
                "pow(3, 4, 5)            | 0 | pow() with three arguments is not part of formulas; use ** and %",
                "str(b'a', 'ascii')      | 0 | str() with an encoding is not part of formulas; use decode()",
                "bytes('a', 'ascii')     | 0 | bytes() of a text is not part of formulas; write b'…'",
                "b'a'.decode('utf-16')   | 4 | the encoding 'utf-16' is not part of formulas; use 'ascii', 'utf-8' or 'latin-1'",
                "message.data.strip()    | 12 | strip() of bytes is not part of formulas; decode() them first, or compare a slice",
                "sorted([1], key=1)      | 0 | key= is not part of formulas; compare tuples, as in sorted([(…, x) for x in …])",
                "max([1], key=1)         | 0 | key= is not part of formulas; compare tuples, as in max([(…, x) for x in …])",
                "zip([1], strict=True)   | 0 | zip() of formulas has no argument called strict",
                "message is messages[0]  | 8 | 'is' of other values than None, True and False is not part of formulas; use ==",
                "'abc'.startswith('b', 1) | 5 | startswith() with a place is not part of formulas; take a slice of the text first",
                "b'abcd'.hex(':', 2)     | 7 | hex() with groups is not part of formulas; use hex() of slices and +",
                "`{1: 2} | {3: 4}`       | 7 | `'|' of dictionaries is not part of formulas; write one dictionary`",
                "{range(2): 1}           | 0 | a range as a key is not part of formulas; use a tuple",
                "range(5)[2]             | 8 | a range cannot be indexed; take list(…) of it first",
                "range(5)[1:]            | 8 | a range cannot be sliced; take list(…) of it first",
                "(5).real                | 4 | the attribute 'real' is not part of formulas; write .data of a message, or call a method",
                "'a'.upper               | 4 | the attribute 'upper' is not part of formulas; write .data of a message, or call a method",
                "str.upper('a')          | 0 | 'str.upper' is not part of formulas; call the method of a value",
                "bytes.fromhex('01')     | 0 | bytes.fromhex() is not part of formulas; write b'\\x01\\x02'",
                "[1][0](2)               | 6 | a call of a value is not part of formulas; call a function or a method by its name",
                "len                     | 0 | 'len' is a function: call it, with its arguments in brackets",
                "'a'.nosuch()            | 4 | the method nosuch() is not part of formulas; docs/formulas.md lists the methods",
            })
    void eachIsRefusedByItsName(String formula, int position, String sentence) {
        FormulaException e = failure(formula, "620101");
        assertThat(e.kind()).isEqualTo(FormulaException.Kind.REFUSED);
        assertThat(e.reason()).isEqualTo(sentence);
        assertThat(e.position()).isEqualTo(position);
    }

    @Test
    void functionsOfPythonAreRefusedByTheirNames() {
        assertThat(Refusals.FUNCTIONS)
                .containsKeys("map", "filter", "iter", "next", "set", "frozenset", "dict", "bytearray", "repr")
                .allSatisfy((name, instead) -> {
                    assertThat(failure("1 or " + name + "(1)").reason())
                            .isEqualTo(name + "() is not part of formulas; " + instead);
                    assertThat(Builtins.ALL).doesNotContainKey(name);
                });
    }

    @Test
    void methodsOfPythonAreRefusedByTheirNames() {
        assertThat(Refusals.METHODS)
                .containsKeys("to_bytes", "bit_length", "encode", "keys", "find", "lstrip", "partition", "isdigit")
                .allSatisfy((name, instead) -> {
                    assertThat(failure("1 or 'a'." + name + "()").reason())
                            .isEqualTo(name + "() is not part of formulas; " + instead);
                    assertThat(Methods.known(name)).isFalse();
                });
    }
}
