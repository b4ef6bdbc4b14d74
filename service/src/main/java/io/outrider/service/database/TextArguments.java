package io.outrider.service.database;

import java.sql.Types;
import java.util.regex.Pattern;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;

/** Texts of statements: U+FFFD stands for the character 0, which PostgreSQL does not take, and for half of a surrogate pair. */
final class TextArguments extends AbstractArgumentFactory<String> {
    private static final Pattern UNSTORABLE = Pattern.compile("[\\x00\\ud800-\\udfff]");

    TextArguments() {
        super(Types.VARCHAR);
    }

    @Override
    protected Argument build(String value, ConfigRegistry config) {
        String stored = UNSTORABLE.matcher(value).replaceAll("\ufffd");
        return (position, statement, context) -> statement.setString(position, stored);
    }
}
