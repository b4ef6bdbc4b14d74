package io.outrider.agent.runtime.functions;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;

/**
 * Splitter of a line into words as in a shell: blanks separate; single quotes protect everything; in double quotes a
 * backslash escapes a double quote or a backslash; elsewhere it escapes any character. No expansion, no comments.
 */
public final class ShellWords {
    private static final char NONE = 0;

    private final List<String> words = new ArrayList<>();
    private StringBuilder word; // null between words
    private char quote = NONE;

    private ShellWords() {}

    /** @throws Failure for an unclosed quote or a trailing backslash */
    public static List<String> split(String line) throws Failure {
        ShellWords split = new ShellWords();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && split.quote != '\'') {
                if (++i == line.length()) {
                    throw bad("a backslash at its end protects nothing");
                }
                split.escaped(line.charAt(i));
            } else {
                split.plain(c);
            }
        }
        if (split.quote != NONE) {
            throw bad("a quote (" + split.quote + ") is not closed");
        }
        split.endWord();
        return split.words;
    }

    private void escaped(char c) {
        if (quote == '"' && c != '"' && c != '\\') {
            add('\\');
        }
        add(c);
    }

    private void plain(char c) {
        if (quote != NONE && c == quote) {
            quote = NONE;
        } else if (quote == NONE && (c == '\'' || c == '"')) {
            quote = c;
            word = word == null ? new StringBuilder() : word; // '' is a word too
        } else if (quote == NONE && Character.isWhitespace(c)) {
            endWord();
        } else {
            add(c);
        }
    }

    private void add(char c) {
        word = word == null ? new StringBuilder() : word;
        word.append(c);
    }

    private void endWord() {
        if (word != null) {
            words.add(word.toString());
            word = null;
        }
    }

    private static Failure bad(String what) {
        return new Failure(AgentErrors.BAD_COMMAND, "the line cannot be split into words: " + what);
    }
}
