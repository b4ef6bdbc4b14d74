package io.outrider.bench.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Text of a formula case; very long ones are given as a recipe and a checksum. */
final class FormulaText {
    private static final Pattern RECIPE = Pattern.compile("(.+?) x(\\d+)");
    private static final Pattern DIGITS = Pattern.compile("(\\d+)-digit (?:int )?literal");
    private static final List<String> ATOMS =
            List.of("1", "0", "a", "x", "True", "message.data[3]", "message.data", "");

    private FormulaText() {}

    static Optional<String> of(JsonNode row) {
        if (row.has("formula")) {
            return Optional.of(row.get("formula").asText());
        }
        String sum = row.path("formula_sha256").asText();
        return candidates(row.path("formula_gen").asText())
                .filter(text -> sha256(text).equals(sum))
                .findFirst();
    }

    /** Possible texts of a recipe; the checksum selects one. */
    private static Stream<String> candidates(String recipe) {
        Matcher digits = DIGITS.matcher(recipe);
        if (digits.matches()) {
            int count = Integer.parseInt(digits.group(1));
            return Stream.of("1", "9", "2", "7").map(digit -> digit.repeat(count));
        }
        Matcher matcher = RECIPE.matcher(recipe);
        if (!matcher.matches()) {
            return Stream.empty();
        }
        int n = Integer.parseInt(matcher.group(2));
        return ATOMS.stream().flatMap(atom -> repeated(matcher.group(1), atom, n));
    }

    private static Stream<String> repeated(String what, String atom, int n) {
        return switch (what) {
            case "not" -> Stream.of("not ".repeat(n) + atom);
            case "slice chain" -> Stream.of(atom + "[0:]".repeat(n), atom + "[:]".repeat(n));
            case "ternary chain" -> Stream.of("1 if 1 else ".repeat(n) + atom, "0 if 0 else ".repeat(n) + atom);
            case "power tower" -> Stream.of("2" + "**2".repeat(n), "2**".repeat(n) + atom, "9**".repeat(n) + "9");
            case "nested lists" -> Stream.of("[".repeat(n) + atom + "]".repeat(n));
            default -> any(what, atom, n);
        };
    }

    private static Stream<String> any(String what, String atom, int n) {
        if (what.contains("paren")) {
            return Stream.of("(".repeat(n) + atom + ")".repeat(n), "(".repeat(n));
        }
        if (what.contains("minus") || what.contains("unary") || what.contains("tilde")) {
            return Stream.of("-".repeat(n) + atom, "~".repeat(n) + atom, "+".repeat(n) + atom);
        }
        if (what.contains("sum") || what.contains("plus") || what.contains("add")) {
            return Stream.of("1" + "+1".repeat(n), "1+".repeat(n) + atom, atom + ("+" + atom).repeat(n));
        }
        return Stream.of(what.repeat(n) + atom, atom + what.repeat(n));
    }

    private static String sha256(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is required of every Java", e);
        }
    }
}
