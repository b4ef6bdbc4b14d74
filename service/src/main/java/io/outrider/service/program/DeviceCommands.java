package io.outrider.service.program;

import io.outrider.service.devices.Enrolment;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for devices. */
final class DeviceCommands {
    private DeviceCommands() {}

    @Command(
            name = "device",
            description = "Devices: units of an account.",
            subcommands = {ListDevices.class, CreateCode.class})
    static final class DeviceGroup {}

    @Command(name = "list", description = "Lists the devices of an account.")
    static final class ListDevices extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT")
        private String account;

        @Override
        void run(ServiceCore core) {
            List<List<String>> rows = new ArrayList<>(List.of(List.of("id", "unit", "name", "state", "agent")));
            core.devices()
                    .ofAccount(account(core, account))
                    .forEach(each -> rows.add(List.of(
                            each.id(),
                            each.unitId(),
                            each.name(),
                            each.online() ? "online" : "offline",
                            each.agent() == null ? "" : each.agent())));
            table(rows);
        }
    }

    @Command(name = "code", description = "Makes a code with which a unit enrols itself, once, and prints it.")
    static final class CreateCode extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT")
        private String account;

        @Option(names = "--unit", paramLabel = "ID", description = "Id of the unit; without it the unit names itself.")
        private String unit;

        @Option(names = "--name", description = "Name of the device; by default the unit's id.")
        private String name;

        @Option(
                names = "--valid",
                paramLabel = "DURATION",
                defaultValue = "1d",
                description = "By default ${DEFAULT-VALUE}.")
        private String valid;

        @Override
        void run(ServiceCore core) {
            Enrolment enrolment = new Enrolment(core.database(), core.devices(), core.key(), core.clock());
            out().println(enrolment.createCode(account(core, account), unit, name, SettingsReader.duration(valid)));
            out().flush();
        }
    }
}
