package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.docker.release.ContainerSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Labels and volumes of the containers that a run creates and removes. */
class CreatedContainersTest extends RunningReleaseFixture {
    @Test
    void aContainerOfARunHasTheHashOfItsConfigurationInALabel() throws Exception {
        ContainerSpec app = unit.one.containers().get(0);
        assertThat(engine.named("app").labels()).containsEntry("io.outrider.config", app.configHash());
        ObjectNode turned = new ObjectMapper().createObjectNode();
        app.config().properties().stream()
                .sorted(Map.Entry.<String, JsonNode>comparingByKey().reversed())
                .forEach(each -> turned.set(each.getKey(), each.getValue().deepCopy()));
        turned.withObject("/Labels").put("more", "1");
        turned.put("Image", "r.io/app:9");
        assertThat(new ContainerSpec("app", "app", app.image(), List.of(), null, List.of(), turned).configHash())
                .isEqualTo(app.configHash());
        turned.withObject("/HostConfig/Tmpfs").put("/run", "");
        assertThat(new ContainerSpec("app", "app", app.image(), List.of(), null, List.of(), turned).configHash())
                .isNotEqualTo(app.configHash());
    }

    @Test
    void anUpgradeKeepsTheVolumesOfTheOldContainersAndItsWayBackRemovesThoseOfTheNewOnes() throws Exception {
        String old = engine.named("app").id();
        engine.behaviours.put("r.io/web:2", new ModelEngine.Behaviour("exited", 3, null, 0));
        assertThat(unit.change(unit.two).failure()).isNotNull();
        assertThat(engine.calls).anyMatch(call -> call.startsWith("remove with volumes"));
        assertThat(unit.snapshot()).isEqualTo(before);
        engine.behaviours.clear();
        engine.calls.clear();
        assertThat(unit.change(unit.two).failure()).isNull();
        assertThat(engine.calls).contains("remove " + old).noneMatch(call -> call.contains("volumes"));
    }
}
