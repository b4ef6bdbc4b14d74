package io.outrider.service.program;

import io.outrider.service.database.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for accounts, users and API tokens. */
final class AccountCommands {
    private AccountCommands() {}

    @Command(
            name = "account",
            description = "Accounts: each sees its own devices and nothing else.",
            subcommands = {ListAccounts.class, AddAccount.class, SetContainers.class})
    static final class AccountGroup {}

    @Command(name = "list", description = "Lists the accounts.")
    static final class ListAccounts extends OperatorCommand {
        @Override
        void run(ServiceCore core) {
            List<List<String>> rows = new ArrayList<>(List.of(List.of("account", "containers", "users", "devices")));
            core.accounts()
                    .accounts()
                    .forEach(each -> rows.add(List.of(
                            each.name(),
                            each.containers() ? "on" : "off",
                            Long.toString(each.users()),
                            Long.toString(each.devices()))));
            table(rows);
        }
    }

    @Command(name = "add", description = "Adds an account.")
    static final class AddAccount extends OperatorCommand {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Option(names = "--containers", description = "With the container add-on.")
        private boolean containers;

        @Override
        void run(ServiceCore core) {
            core.accounts().createAccount(name, containers);
        }
    }

    @Command(name = "containers", description = "Switches the container add-on of an account.")
    static final class SetContainers extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT", index = "0")
        private String account;

        @Parameters(paramLabel = "on|off", index = "1")
        private String state;

        @Override
        void run(ServiceCore core) {
            if (!List.of("on", "off").contains(state)) {
                throw new InvalidServiceSettingsException("the state is on or off");
            }
            core.accounts().setContainers(account(core, account), state.equals("on"));
        }
    }

    @Command(
            name = "user",
            description = "Users: they log in with e-mail address and password.",
            subcommands = {AddUser.class, SetPassword.class})
    static final class UserGroup {}

    @Command(
            name = "add",
            description = "Adds a user; reads the password from the terminal, or a line of standard input.")
    static final class AddUser extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT", index = "0")
        private String account;

        @Parameters(paramLabel = "EMAIL", index = "1")
        private String email;

        @Override
        void run(ServiceCore core) throws Exception {
            core.accounts().createUser(account(core, account), email, password());
        }
    }

    @Command(name = "password", description = "Sets a user's password; reads it as 'add' does.")
    static final class SetPassword extends OperatorCommand {
        @Parameters(paramLabel = "EMAIL")
        private String email;

        @Override
        void run(ServiceCore core) throws Exception {
            if (!core.accounts().setPassword(email, password())) {
                throw new InvalidServiceSettingsException("there is no user '" + email + "'");
            }
        }
    }

    @Command(
            name = "token",
            description = "API tokens, with which clients authenticate: 'Authorization: APIToken TOKEN'.",
            subcommands = {ListTokens.class, AddToken.class, DeleteToken.class})
    static final class TokenGroup {}

    @Command(name = "list", description = "Lists the tokens of an account, without their values.")
    static final class ListTokens extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT")
        private String account;

        @Override
        void run(ServiceCore core) {
            List<List<String>> rows = new ArrayList<>(List.of(List.of("id", "name", "created", "expires")));
            core.accounts()
                    .tokens(account(core, account))
                    .forEach(each -> rows.add(List.of(
                            Long.toString(each.id()),
                            each.name(),
                            Times.text(each.created()),
                            each.expires() == null ? "never" : Times.text(each.expires()))));
            table(rows);
        }
    }

    @Command(name = "add", description = "Makes a token and prints it; it is not shown again.")
    static final class AddToken extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT", index = "0")
        private String account;

        @Parameters(paramLabel = "NAME", index = "1")
        private String name;

        @Option(names = "--valid", paramLabel = "DURATION", description = "Such as 12h or 365d; by default for ever.")
        private String valid;

        @Override
        void run(ServiceCore core) {
            Duration duration = valid == null ? null : SettingsReader.duration(valid);
            out().println(core.accounts()
                    .createToken(
                            account(core, account),
                            name,
                            duration == null ? null : core.clock().instant().plus(duration)));
            out().flush();
        }
    }

    @Command(name = "delete", description = "Withdraws a token.")
    static final class DeleteToken extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT", index = "0")
        private String account;

        @Parameters(paramLabel = "ID", index = "1")
        private long id;

        @Override
        void run(ServiceCore core) {
            if (!core.accounts().deleteToken(account(core, account), id)) {
                throw new InvalidServiceSettingsException("there is no token " + id + " in this account");
            }
        }
    }
}
