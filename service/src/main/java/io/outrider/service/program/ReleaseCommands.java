package io.outrider.service.program;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.ReleaseDevices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands for container releases and their progress over the fleet. */
final class ReleaseCommands {
    private ReleaseCommands() {}

    @Command(
            name = "release",
            description = "Container releases: their progress over the fleet; stop, resume and rollback.",
            footer = {
                "",
                "Examples:",
                "  outrider-service release list fleet",
                "  outrider-service release show fleet apps 1.2.0",
                "  outrider-service release rollback fleet apps 1.2.0"
            },
            subcommands = {ListReleases.class, Show.class, Stop.class, Resume.class, Rollback.class})
    static final class ReleaseGroup {}

    private static List<ObjectNode> projects(ServiceCore core, long account) {
        return new Projects(core.database(), new ReleaseDevices(core.devices())).list(account);
    }

    private static ProjectReleases releases(ServiceCore core) {
        return new ProjectReleases(core.database(), new ReleaseDevices(core.devices()), core.clock());
    }

    private static ObjectNode named(List<ObjectNode> all, String member, String kind, String name) {
        return all.stream()
                .filter(each -> each.get(member).textValue().equals(name))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new InvalidServiceSettingsException("there is no " + kind + " '" + name
                        + "'; there are: "
                        + all.stream().map(each -> each.get(member).textValue()).collect(Collectors.joining(", "))));
    }

    @Command(name = "list", description = "Lists the releases of an account, with the number of devices in each state.")
    static final class ListReleases extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT")
        private String account;

        @Override
        void run(ServiceCore core) {
            long number = account(core, account);
            List<List<String>> rows = new ArrayList<>(List.of(List.of("project", "version", "state", "devices")));
            for (ObjectNode project : projects(core, number)) {
                releases(core)
                        .list(number, project.get("id").longValue())
                        .forEach(each -> rows.add(List.of(
                                project.get("name").textValue(),
                                each.get("version").textValue(),
                                each.get("state").textValue(),
                                each.get("counts").toString().replaceAll("[{}\"]", ""))));
            }
            table(rows);
        }
    }

    /** Command for one release; it ends with the state of each of its devices. */
    abstract static class OneRelease extends OperatorCommand {
        @Parameters(paramLabel = "ACCOUNT", index = "0")
        private String account;

        @Parameters(paramLabel = "PROJECT", index = "1", description = "Its name.")
        private String project;

        @Parameters(paramLabel = "VERSION", index = "2")
        private String version;

        void change(ProjectReleases releases, long number, long inProject, long id) {}

        @Override
        void run(ServiceCore core) {
            long number = account(core, account);
            long inProject = named(projects(core, number), "name", "project", project)
                    .get("id")
                    .longValue();
            ProjectReleases releases = releases(core);
            long id = named(releases.list(number, inProject), "version", "release", version)
                    .get("id")
                    .longValue();
            change(releases, number, inProject, id);
            ObjectNode release = releases.get(number, inProject, id);
            String reason = release.path("reason").asText("");
            out().println(release.get("state").textValue()
                    + (reason.equals("null") || reason.isEmpty() ? "" : ": " + reason));
            List<List<String>> rows = new ArrayList<>(List.of(List.of("unit", "wave", "state", "since", "error")));
            releases.deployments(number, inProject, id)
                    .forEach(each -> rows.add(List.of(
                            each.get("unit_id").textValue(),
                            each.get("wave").asText(),
                            each.get("published").asBoolean()
                                    ? each.get("state").textValue()
                                    : "not yet",
                            each.get("since").textValue(),
                            each.path("error").path("message").asText(""))));
            table(rows);
        }
    }

    @Command(name = "show", description = "Shows the state of a release on each of its devices.")
    static final class Show extends OneRelease {}

    @Command(name = "stop", description = "Stops a rollout; what is published stays.")
    static final class Stop extends OneRelease {
        @Override
        void change(ProjectReleases releases, long number, long inProject, long id) {
            releases.stop(number, inProject, id);
        }
    }

    @Command(name = "resume", description = "Goes on with the next wave of a rollout that was stopped.")
    static final class Resume extends OneRelease {
        @Override
        void change(ProjectReleases releases, long number, long inProject, long id) {
            releases.resume(number, inProject, id);
        }
    }

    @Command(name = "rollback", description = "Takes a release from all its devices, which go back to the one before.")
    static final class Rollback extends OneRelease {
        @Override
        void change(ProjectReleases releases, long number, long inProject, long id) {
            releases.rollBack(number, inProject, id);
        }
    }
}
