package io.outrider.service.program;

import io.outrider.service.database.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for API tokens. */
@Command(name = "token", description = "API tokens, with which clients authenticate: 'Authorization: APIToken TOKEN'.")
final class TokenCommands {
    @Command(description = "Lists the tokens of an account, without their values.")
    void list(@Mixin AccountOptions operator) throws Exception {
        operator.run((core, account) -> operator.table(
                List.of("id", "name", "created", "expires"),
                core.accounts().tokens(account),
                each -> List.of(
                        "" + each.id(),
                        each.name(),
                        Times.text(each.created()),
                        each.expires() == null ? "never" : Times.text(each.expires()))));
    }

    @Command(description = "Makes a token and prints it; it is not shown again.")
    void add(
            @Mixin AccountOptions operator,
            @Parameters(paramLabel = "NAME", index = "1") String name,
            @Option(
                            names = "--valid",
                            paramLabel = "DURATION",
                            description = "Such as 12h or 365d; by default for ever.")
                    Duration valid)
            throws Exception {
        operator.run((core, account) -> {
            Instant end = valid == null ? null : core.clock().instant().plus(valid);
            operator.print(core.accounts().createToken(account, name, end));
        });
    }

    @Command(description = "Withdraws a token.")
    void delete(@Mixin AccountOptions operator, @Parameters(paramLabel = "ID", index = "1") long id) throws Exception {
        operator.run((core, account) -> OperatorOptions.checkFound(
                core.accounts().deleteToken(account, id), "token " + id + " in this account"));
    }
}
