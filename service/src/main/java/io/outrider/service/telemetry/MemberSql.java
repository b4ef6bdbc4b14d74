package io.outrider.service.telemetry;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.Query;

/**
 * Expressions of SQL of the members of a record.
 *
 * @param sqlite else PostgreSQL
 */
record MemberSql(boolean sqlite) {
    /** Condition that a member's JSON is a number, which begins with a digit or a minus. */
    String isNumber(String json) {
        return (sqlite ? "unicode(" : "ascii(") + json + ") BETWEEN 45 AND 57";
    }

    /** Number of a member's JSON; null where it is none. */
    String number(String json) {
        return "(CASE WHEN " + isNumber(json) + " THEN CAST(" + json + " AS double precision) END)";
    }

    /** JSON of a member of objects; the path is bound, never part of the text. */
    String json(String parameter, List<String> path) {
        return sqlite ? "(record -> " + parameter + ")" : "CAST(" + member(parameter, path, ">") + " AS text)";
    }

    /** Member with PostgreSQL, whose operators for a whole path read arrays too, and make one for each record. */
    private static String member(String parameter, List<String> path, String end) {
        return IntStream.range(0, path.size())
                .mapToObj(i -> (i == path.size() - 1 ? " -" + end : " ->") + " " + parameter + i)
                .collect(Collectors.joining("", "(record", ")"));
    }

    /** Binds a path as the operators take it. */
    void bind(Query query, String name, List<String> members) {
        StringBuilder path = new StringBuilder("$");
        for (int i = 0; i < members.size(); i++) {
            String each = members.get(i);
            if (sqlite) {
                path.append(".\"")
                        .append(each.replace("\\", "\\\\").replace("\"", "\\\""))
                        .append('"');
            } else {
                query.bind(name + i, each);
            }
        }
        if (sqlite) {
            query.bind(name, path.toString());
        }
    }

    /** Text of a member; null where it is none. */
    String text(List<String> path) {
        return sqlite
                ? "(CASE WHEN json_type(record, :path) = 'text' THEN json_extract(record, :path) END)"
                : "(CASE WHEN json_typeof(" + member(":path", path, ">") + ") = 'string' THEN "
                        + member(":path", path, ">>") + " END)";
    }
}
