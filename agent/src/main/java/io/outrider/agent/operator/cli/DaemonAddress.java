package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.api.LocalSettings;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.LastGoodSettings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.agent.runtime.settings.SingleSection;
import io.outrider.api.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Address of the daemon's local API according to the settings files. Reads only the section {@code [local]}, so that the
 * daemon is found even if an edit broke the rest.
 */
public record DaemonAddress(List<Path> dataFolders, List<Path> runtimeFolders, Supplier<SettingsSchema> sections) {

    /** @param warns receives problems of the files, if other settings are used instead */
    public DaemonEndpoint find(SettingsFiles files, Consumer<String> warns) throws Failure {
        if (files.required() && !Files.exists(files.main())) {
            files.load();
        }
        for (Path data : dataFolders) {
            LastGoodSettings kept = new LastGoodSettings(data);
            if (kept.differsFrom(files) && !isGood(files)) {
                Optional<BoundSettings> inForce = kept.settings(files, sections.get());
                if (inForce.isPresent()) {
                    return place(inForce.get().section("local", LocalSettings.class));
                }
            }
        }
        return fromFiles(files, warns);
    }

    private boolean isGood(SettingsFiles files) {
        try {
            sections.get().validate(files.load());
            return true;
        } catch (Failure e) {
            return false;
        }
    }

    private DaemonEndpoint fromFiles(SettingsFiles files, Consumer<String> warns) {
        SingleSection found = SingleSection.of(files, "local");
        Optional<String> mistake = found.mistake();
        LocalSettings local = LocalSettings.defaults();
        try {
            local = found.settings().section("local", LocalSettings.class);
        } catch (Failure e) {
            mistake = mistake.isPresent() ? mistake : Optional.of(e.getMessage());
        }
        if (mistake.isPresent()) {
            warns.accept(mistake.get() + "\noutrider: asking the daemon on " + local.address() + " port " + local.port()
                    + " all the same; outrider config check tells everything that is wrong");
        }
        return place(local);
    }

    /** The folder with a socket comes first: a token without one is left from a daemon that has ended. */
    private DaemonEndpoint place(LocalSettings local) {
        List<Path> folders = runtimeFolders.stream()
                .sorted(Comparator.comparing(
                        folder -> Files.exists(LocalSettings.socketIn(folder, local.port())) ? 0 : 1))
                .toList();
        return new DaemonEndpoint(
                local.address(),
                local.port(),
                folders.stream().map(local::tokenIn).distinct().toList(),
                folders.stream()
                        .map(folder -> LocalSettings.socketIn(folder, local.port()))
                        .distinct()
                        .toList());
    }
}
