package io.outrider.service.program;

import io.outrider.service.devices.Device;
import io.outrider.service.devices.Devices;
import io.outrider.service.devices.Enrolment;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for devices. */
@Command(name = "device", description = "Devices: units of an account.")
final class DeviceCommands {
    private static final String DEVICE = "Id of the unit or of the device.";

    private static String id(ServiceCore core, long account, String word) {
        List<Device> all = core.devices().ofAccount(account);
        return OperatorOptions.named(all, each -> each.id().equals(word) ? word : each.unitId(), "device", word)
                .id();
    }

    @Command(description = "Lists the devices of an account.")
    void list(@Mixin AccountOptions operator) throws Exception {
        operator.run((core, account) -> operator.table(
                List.of("id", "unit", "name", "state", "agent"),
                core.devices().ofAccount(account),
                each -> List.of(
                        each.id(),
                        each.unitId(),
                        each.name(),
                        each.online() ? "online" : "offline",
                        each.agent() == null ? "" : each.agent())));
    }

    @Command(description = "Makes a code with which a unit enrols itself, once, and prints it.")
    void code(
            @Mixin AccountOptions operator,
            @Option(
                            names = "--unit",
                            paramLabel = "ID",
                            description = "Id of the unit; without it the unit names itself.")
                    String unit,
            @Option(names = "--name", description = "Name of the device; by default the unit's id.") String name,
            @Option(
                            names = "--valid",
                            paramLabel = "DURATION",
                            defaultValue = "1d",
                            description = "By default ${DEFAULT-VALUE}.")
                    Duration valid)
            throws Exception {
        if (unit != null && !unit.matches(Devices.UNIT_ID)) {
            throw new InvalidServiceSettingsException("--unit", Devices.UNIT_ID_RULE);
        }
        operator.run((core, account) ->
                operator.print(new Enrolment(core.database(), core.devices(), core.key(), core.clock())
                        .createCode(account, unit, name, valid)));
    }

    @Command(description = "Changes a device: its name, and whether containers are enabled.")
    void set(
            @Mixin AccountOptions operator,
            @Parameters(paramLabel = "DEVICE", index = "1", description = DEVICE) String device,
            @Option(names = "--name") String name,
            @Option(names = "--containers", arity = "1", paramLabel = "true|false") Boolean containers)
            throws Exception {
        operator.run(
                (core, account) -> core.devices().update(account, id(core, account, device), name, containers, null));
    }

    @Command(description = "Deletes a device with all its data; its unit is refused from then on.")
    void delete(
            @Mixin AccountOptions operator,
            @Parameters(paramLabel = "DEVICE", index = "1", description = DEVICE) String device)
            throws Exception {
        operator.run((core, account) -> core.devices().delete(account, id(core, account, device)));
    }
}
