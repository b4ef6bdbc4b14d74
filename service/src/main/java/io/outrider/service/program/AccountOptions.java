package io.outrider.service.program;

import io.outrider.service.accounts.Accounts.AccountRow;
import picocli.CommandLine.Parameters;

/** Options of a command of the operator for one account. */
class AccountOptions extends OperatorOptions {
    @Parameters(paramLabel = "ACCOUNT", index = "0")
    private String account;

    /** Work of a command for the number of its account. */
    @FunctionalInterface
    interface AccountWork {
        void on(ServiceCore core, long account) throws Exception;
    }

    void run(AccountWork work) throws Exception {
        run(core -> {
            AccountRow row = named(core.accounts().accounts(), AccountRow::name, "account", account);
            work.on(core, row.id());
        });
    }
}
