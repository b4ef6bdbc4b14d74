package io.outrider.service.program;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.ReleaseDevices;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands for container releases and their progress over the fleet. */
@Command(
        name = "release",
        description = "Container releases: their progress over the fleet; stop, resume and rollback.",
        footer = {
            "",
            "Examples:",
            "  outrider-service release list fleet",
            "  outrider-service release show fleet apps 1.2.0",
            "  outrider-service release rollback fleet apps 1.2.0"
        })
final class ReleaseCommands {
    /** Change of a release. */
    @FunctionalInterface
    private interface Change {
        void of(ProjectReleases releases, long account, long project, long release);
    }

    /** Words that name a release. */
    static final class Chosen extends AccountOptions {
        @Parameters(paramLabel = "PROJECT", index = "1", description = "Its name.")
        private String project;

        @Parameters(paramLabel = "VERSION", index = "2")
        private String version;
    }

    private static List<ObjectNode> projects(ServiceCore core, long account) {
        List<ObjectNode> all = new ArrayList<>();
        Projects projects = new Projects(core.database(), new ReleaseDevices(core.devices()));
        projects.list(account, each -> all.add(each.retain("id", "name")));
        return all;
    }

    private static ProjectReleases releases(ServiceCore core) {
        return new ProjectReleases(core.database(), new ReleaseDevices(core.devices()), core.clock());
    }

    private static long named(List<ObjectNode> all, String member, String kind, String name) {
        return OperatorOptions.named(all, each -> each.get(member).textValue(), kind, name)
                .get("id")
                .longValue();
    }

    @Command(description = "Lists the releases of an account, with the number of devices in each state.")
    void list(@Mixin AccountOptions operator) throws Exception {
        operator.run((core, account) -> {
            List<List<String>> rows = new ArrayList<>();
            for (ObjectNode project : projects(core, account)) {
                releases(core)
                        .list(
                                account,
                                project.get("id").longValue(),
                                each -> rows.add(List.of(
                                        project.get("name").textValue(),
                                        each.get("version").textValue(),
                                        each.get("state").textValue(),
                                        each.get("counts").toString().replaceAll("[{}\"]", ""))));
            }
            operator.table(List.of("project", "version", "state", "devices"), rows, each -> each);
        });
    }

    /** Changes a release, and prints the state of each of its devices. */
    private static void change(Chosen chosen, Change change) throws Exception {
        chosen.run((core, account) -> {
            long project = named(projects(core, account), "name", "project", chosen.project);
            ProjectReleases releases = releases(core);
            List<ObjectNode> all = new ArrayList<>();
            releases.list(account, project, each -> all.add(each.retain("id", "version")));
            long id = named(all, "version", "release", chosen.version);
            change.of(releases, account, project, id);
            ObjectNode release = releases.get(account, project, id);
            String reason =
                    release.hasNonNull("reason") ? ": " + release.get("reason").textValue() : "";
            chosen.print(release.get("state").textValue() + reason);
            chosen.table(
                    List.of("unit", "wave", "state", "since", "error"),
                    releases.deployments(account, project, id),
                    each -> List.of(
                            each.get("unit_id").textValue(),
                            each.get("wave").asText(),
                            each.get("published").asBoolean()
                                    ? each.get("state").textValue()
                                    : "not yet",
                            each.get("since").textValue(),
                            each.path("error").path("message").asText("")));
        });
    }

    @Command(description = "Shows the state of a release on each of its devices.")
    void show(@Mixin Chosen chosen) throws Exception {
        change(chosen, (releases, account, project, id) -> {});
    }

    @Command(description = "Stops a rollout; what is published stays.")
    void stop(@Mixin Chosen chosen) throws Exception {
        change(chosen, ProjectReleases::stop);
    }

    @Command(description = "Goes on with the next wave of a rollout that was stopped.")
    void resume(@Mixin Chosen chosen) throws Exception {
        change(chosen, ProjectReleases::resume);
    }

    @Command(description = "Takes a release from all its devices, which go back to the one before.")
    void rollback(@Mixin Chosen chosen) throws Exception {
        change(chosen, ProjectReleases::rollBack);
    }
}
