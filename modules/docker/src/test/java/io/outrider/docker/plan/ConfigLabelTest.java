package io.outrider.docker.plan;

import static io.outrider.docker.plan.PlanFixtures.container;
import static io.outrider.docker.plan.PlanFixtures.image;
import static io.outrider.docker.plan.PlanFixtures.project;
import static io.outrider.docker.plan.PlanFixtures.releases;
import static io.outrider.docker.plan.PlanFixtures.spec;
import static io.outrider.docker.plan.PlanFixtures.texts;
import static io.outrider.docker.plan.PlanFixtures.with;
import static io.outrider.docker.plan.PlanFixtures.world;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Containers with the label of the configuration that they were created with. */
class ConfigLabelTest {
    private static final ImageName APP_1 = image("app", "1");
    private static final EngineImage IMAGE_1 = image(APP_1, "one");

    private final ContainerSpec old = spec("app-1", APP_1, "{'RestartPolicy':{'Name':'always'}}");
    private final EngineContainer running = container("c1", old, IMAGE_1, "running");

    private static ReleasePlan plan(Project project, World world) throws Failure {
        return new ReleasePlanner(releases(project), List.of()).plan(project, world);
    }

    private static List<String> change(Project project, World world) throws Failure {
        return texts(plan(project, world).change());
    }

    @Test
    void aLimitThatTheEngineLeftOutMakesNoContainerNewForEver() throws Exception {
        ContainerSpec limited = spec("app-1", APP_1, "{'Memory':67108864,'RestartPolicy':{'Name':'always'}}");
        Map<String, String> labels = new TreeMap<>(running.labels());
        World first = world(List.of(with(running, "app-1", labels)), List.of(IMAGE_1), Map.of("p", "hash-1"));
        assertThat(change(project("1", limited), first)).contains("create app-1 from r.example.com/app:1");
        labels.put(ReleaseLabels.CONFIG, limited.configHash());
        EngineContainer created = with(running, "app-1", labels);
        World second = world(List.of(created), List.of(IMAGE_1), Map.of("p", "hash-1"));
        assertThat(plan(project("1", limited), second).isEmpty()).isTrue();
        ContainerSpec other = spec("app-1", APP_1, "{'Memory':67108865,'RestartPolicy':{'Name':'always'}}");
        assertThat(change(project("1", other), second)).contains("create app-1 from r.example.com/app:1");
        assertThat(change(project("1", old), second))
                .as("what it is by its fields")
                .isEmpty();
    }

    @Test
    void aContainerOfARunThatSomebodyChangedIsMadeAnew() throws Failure {
        ContainerSpec side = spec("side", APP_1, "{'NetworkMode':'container:app-1'}");
        Map<String, String> labels = Map.of(ReleaseLabels.OWNER, "p", ReleaseLabels.CONFIG, side.configHash());
        for (String id : List.of("c1", "c0")) {
            ContainerSpec joined = spec("side", APP_1, "{'NetworkMode':'container:" + id + "'}");
            EngineContainer sidecar = with(container("c2", joined, IMAGE_1, "running"), "side", labels);
            World world = world(List.of(sidecar, running), List.of(IMAGE_1), Map.of("p", "hash-1"));
            assertThat(plan(project("1", old, side), world).isEmpty()).as(id).isEqualTo(id.equals("c1"));
        }
        Map<String, String> own = Map.of(ReleaseLabels.OWNER, "p", ReleaseLabels.CONFIG, old.configHash());
        ObjectNode host = running.hostConfig().deepCopy();
        host.withObject("/RestartPolicy").put("Name", "no");
        EngineContainer updated = new EngineContainer(
                "c1",
                "app-1",
                running.image(),
                running.imageId(),
                own,
                running.state(),
                RestartPolicy.NO,
                running.config(),
                host);
        assertThat(change(project("1", old), world(List.of(updated), List.of(IMAGE_1), Map.of("p", "hash-1"))))
                .contains("create app-1 from r.example.com/app:1");
        EngineContainer another = with(with(running, "app-1", own), running.state(), running.restart());
        assertThat(change(project("1", old), world(List.of(another), List.of(image(APP_1, "new")), Map.of())))
                .contains("create app-1 from r.example.com/app:1");
    }
}
