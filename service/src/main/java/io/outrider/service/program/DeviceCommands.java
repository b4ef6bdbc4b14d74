package io.outrider.service.program;

import io.outrider.service.devices.Device;
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
            subcommands = {ListDevices.class, CreateCode.class, ChangeDevice.class, DeleteDevice.class})
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

    private static Device device(ServiceCore core, long account, String word) {
        return core.devices().ofAccount(account).stream()
                .filter(each -> each.unitId().equals(word) || each.id().equals(word))
                .findFirst()
                .orElseThrow(() -> new InvalidServiceSettingsException(
                        "there is no device '" + word + "' in this account; device list shows them"));
    }

    @Command(name = "set", description = "Changes a device: its name, and whether containers are enabled.")
    static final class ChangeDevice extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT", index = "0")
        private String account;

        @Parameters(paramLabel = "DEVICE", index = "1", description = "Id of the unit or of the device.")
        private String device;

        @Option(names = "--name")
        private String name;

        @Option(names = "--containers", arity = "1", paramLabel = "true|false")
        private Boolean containers;

        @Override
        void run(ServiceCore core) {
            long number = account(core, account);
            core.devices().update(number, device(core, number, device).id(), name, containers, null);
        }
    }

    @Command(name = "delete", description = "Deletes a device with all its data; its unit is refused from then on.")
    static final class DeleteDevice extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT", index = "0")
        private String account;

        @Parameters(paramLabel = "DEVICE", index = "1", description = "Id of the unit or of the device.")
        private String device;

        @Override
        void run(ServiceCore core) {
            long number = account(core, account);
            core.devices().delete(number, device(core, number, device).id());
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
