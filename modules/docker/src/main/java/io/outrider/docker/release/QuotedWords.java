package io.outrider.docker.release;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;

/** Splitter of a command line as a shell does it, with both kinds of quotation marks and backslashes; nothing is expanded. */
final class QuotedWords {
    private QuotedWords() {}

    static List<String> split(DocumentValue line) throws Failure {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        String text = line.text();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean escapes = c == '\\'
                    && quote != '\''
                    && i + 1 < text.length()
                    && (quote == 0 || "\"\\$`".indexOf(text.charAt(i + 1)) >= 0);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (word != null) {
                    words.add(word.toString());
                }
                word = null;
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (escapes) {
                word.append(text.charAt(++i));
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw line.invalid("has a quotation mark that is not closed; close it, or write a list");
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }
}
