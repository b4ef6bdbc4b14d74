package io.outrider.service.program;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for accounts. */
@Command(name = "account", description = "Accounts: each sees its own devices and nothing else.")
final class AccountCommands {
    @Command(description = "Lists the accounts.")
    void list(@Mixin OperatorOptions operator) throws Exception {
        operator.run(core -> operator.table(
                List.of("account", "containers", "users", "devices"),
                core.accounts().accounts(),
                each -> List.of(
                        each.name(), each.containers() ? "on" : "off", "" + each.users(), "" + each.devices())));
    }

    @Command(description = "Adds an account.")
    void add(
            @Mixin OperatorOptions operator,
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--containers", description = "With the container add-on.") boolean containers)
            throws Exception {
        operator.run(core -> core.accounts().createAccount(name, containers));
    }

    @Command(description = "Switches the container add-on of an account.")
    void containers(@Mixin AccountOptions operator, @Parameters(paramLabel = "on|off", index = "1") String state)
            throws Exception {
        if (!List.of("on", "off").contains(state)) {
            throw new InvalidServiceSettingsException("the state is on or off");
        }
        operator.run((core, account) -> core.accounts().setContainers(account, state.equals("on")));
    }
}
