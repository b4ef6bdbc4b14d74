package io.outrider.service.accounts;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.Database;
import io.outrider.service.problem.Problem;
import org.jdbi.v3.core.Handle;

/** Limits of what an account may have, as lists are answered whole. */
public final class AccountLimit {
    /** JSON of one part of a desired document, which has 256 KiB in all. */
    public static final int MOST_CHARACTERS = 200_000;

    /** Levels of a desired document (docs/wire.md), in which settings are the first. */
    public static final int MOST_LEVELS = 32;

    private AccountLimit() {}

    /**
     * Refuses another one of too many.
     *
     * @param count query of the number that is there, with one parameter
     */
    public static void check(Handle handle, String count, long key, int most, String what) {
        if (Database.find(handle, Integer.class, count, key).orElseThrow() >= most) {
            throw Problem.conflict("there are " + most + " " + what + " already; delete some");
        }
    }

    /** Refuses a name that another row of the account has. */
    public static void checkName(Handle handle, String table, long account, String name, long id) {
        String query = "SELECT id FROM " + table + " WHERE account = ? AND name = ? AND id <> ?";
        if (Database.exists(handle, query, account, name, id)) {
            throw Problem.conflict("there is a " + table + " of this name already");
        }
    }

    /**
     * Inserts a row.
     *
     * @param thing that is there if the row cannot be inserted, such as "a user of this address"
     * @return id of the row
     */
    public static long insert(Handle handle, String thing, String insert, Object... values) {
        return handle.select(insert + " ON CONFLICT DO NOTHING RETURNING id", values)
                .mapTo(Long.class)
                .findOne()
                .orElseThrow(() -> Problem.conflict("there is " + thing + " already; take another one"));
    }

    public static void checkLength(String member, String json, int most) {
        if (json.length() > most) {
            throw Problem.body(member, "'" + member + "' has " + most + " characters of JSON at most");
        }
    }

    /** Refuses objects and lists in each other, with which units refuse the document. */
    public static void checkLevels(String member, JsonNode json, int most) {
        if (isDeeper(json, most)) {
            throw Problem.body(member, "'" + member + "' has " + most + " levels of objects and lists at most");
        }
    }

    private static boolean isDeeper(JsonNode json, int most) {
        return json.isContainerNode() && (most == 0 || json.valueStream().anyMatch(each -> isDeeper(each, most - 1)));
    }
}
