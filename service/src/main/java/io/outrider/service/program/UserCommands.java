package io.outrider.service.program;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands for users. */
@Command(name = "user", description = "Users: they log in with e-mail address and password.")
final class UserCommands {
    @Command(description = "Adds a user; reads the password from the terminal, or a line of standard input.")
    void add(@Mixin AccountOptions operator, @Parameters(paramLabel = "EMAIL", index = "1") String email)
            throws Exception {
        operator.run((core, account) -> core.accounts().createUser(account, email, OperatorOptions.password()));
    }

    @Command(description = "Sets a user's password; reads it as 'add' does.")
    void password(@Mixin OperatorOptions operator, @Parameters(paramLabel = "EMAIL") String email) throws Exception {
        operator.run(core -> OperatorOptions.checkFound(
                core.accounts().setPassword(email, OperatorOptions.password()), "user '" + email + "'"));
    }

    @Command(description = "Deletes a user, and ends the sessions.")
    void delete(@Mixin OperatorOptions operator, @Parameters(paramLabel = "EMAIL") String email) throws Exception {
        operator.run(core -> OperatorOptions.checkFound(core.accounts().deleteUser(email), "user '" + email + "'"));
    }
}
