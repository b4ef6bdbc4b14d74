package io.outrider.agent.runtime.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Line numbers of the keys in a TOML file, which Jackson does not report. Assumes valid TOML; for other text the lines may
 * be wrong, but it never throws.
 */
final class TomlPositions {
    /** Nesting limit; deeper files are rejected. */
    static final int MAX_DEPTH = 50;

    private final String text;

    /** First line by dotted path; an entry of a list of tables is {@code list[0]}. */
    final Map<String, Integer> first = new LinkedHashMap<>();

    /** Line of the second definition of a path, in a file rejected for it. */
    final Map<String, Integer> again = new LinkedHashMap<>();

    /** Line of a key with more than {@link #MAX_DEPTH} parts; 0 if none. */
    int tooDeep;

    private final Map<String, Integer> entries = new LinkedHashMap<>(); // counts by list of tables
    private int at;
    private int line = 1;

    private TomlPositions(String text) {
        this.text = text;
    }

    static TomlPositions of(String text) {
        TomlPositions lines = new TomlPositions(text);
        lines.read();
        return lines;
    }

    private void read() {
        String table = "";
        while (at < text.length() && tooDeep == 0) {
            char c = text.charAt(at);
            if (c == '#') {
                skipTo("\n");
            } else if (c == '[') {
                boolean list = text.startsWith("[[", at);
                at += list ? 2 : 1;
                int where = line;
                table = placed(path(']', ""), where, list);
                note(table, where, list);
                skipTo("\n");
            } else if (Character.isWhitespace(c)) {
                next();
            } else {
                int where = line;
                String key = path('=', table);
                note(key, where, false);
                skipValue(key);
            }
        }
    }

    /** Path of a table with the index of the current entry for each list of tables in it. */
    private String placed(String path, int where, boolean begins) {
        String placed = "";
        String[] parts = path.split("\\.", -1);
        for (int i = 0; i < parts.length && i <= MAX_DEPTH; i++) {
            placed = placed.isEmpty() ? parts[i] : placed + "." + parts[i];
            boolean another = begins && i == parts.length - 1;
            if (another) {
                note(placed, where, true);
                entries.merge(placed, 1, Integer::sum);
            }
            Integer entry = entries.get(placed);
            placed = entry == null ? placed : placed + "[" + (entry - 1) + "]";
        }
        return parts.length > MAX_DEPTH ? path : placed;
    }

    private void note(String path, int where, boolean mayRepeat) {
        if (path.chars().filter(c -> c == '.').count() >= MAX_DEPTH) {
            tooDeep = where;
            return;
        }
        if (first.containsKey(path) && !mayRepeat) {
            again.putIfAbsent(path, where);
        }
        first.putIfAbsent(path, where);
        for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
            first.putIfAbsent(path.substring(0, dot), where);
        }
    }

    /** Reads a dotted key up to the end character or the end of the line. */
    private String path(char end, String before) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        while (at < text.length() && text.charAt(at) != end && text.charAt(at) != '\n') {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                int from = at;
                skipText();
                part.append(text, from + 1, Math.max(from + 1, at - 1));
            } else {
                at++;
                if (c == '.') {
                    parts.add(part.toString());
                    part.setLength(0);
                } else if (!Character.isWhitespace(c)) {
                    part.append(c);
                }
            }
        }
        parts.add(part.toString());
        String path = String.join(".", parts);
        return before.isEmpty() ? path : before + "." + path;
    }

    /** Skips a value, to the end of its last line. */
    private void skipValue(String path) {
        int depth = 0;
        int entry = 0; // index in a list
        boolean isList = false;
        int dots = 0; // of a key in an inline table
        while (at < text.length() && tooDeep == 0) {
            char c = text.charAt(at);
            if (c == '\n' && depth <= 0) {
                return;
            }
            dots = c == '.' ? dots + 1 : ",={[\n".indexOf(c) >= 0 ? 0 : dots;
            tooDeep = dots < MAX_DEPTH ? 0 : line;
            if (c == '"' || c == '\'') {
                skipText();
            } else if (c == '#') {
                skipTo("\n");
            } else {
                isList = depth == 0 ? c == '[' : isList;
                entry += isList && depth == 1 && c == ',' ? 1 : 0;
                if (isList && depth == 1 && c == '{') {
                    note(path + "[" + entry + "]", line, true);
                }
                depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
                next();
            }
        }
    }

    /** Skips a quoted string of any kind. */
    private void skipText() {
        String quote = text.substring(at, at + 1);
        boolean escapes = quote.equals("\"");
        String end = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
        at += end.length();
        while (at < text.length() && !text.startsWith(end, at)) {
            if (end.length() == 1 && text.charAt(at) == '\n') {
                return;
            }
            if (escapes && text.charAt(at) == '\\') {
                next();
            }
            if (at < text.length()) {
                next();
            }
        }
        // the closing three quotes may follow up to two more
        at = Math.min(text.length(), at + end.length());
        while (end.length() == 3 && text.startsWith(quote, at)) {
            at++;
        }
    }

    private void skipTo(String end) {
        while (at < text.length() && !text.startsWith(end, at)) {
            next();
        }
    }

    private void next() {
        if (text.charAt(at++) == '\n') {
            line++;
        }
    }
}
