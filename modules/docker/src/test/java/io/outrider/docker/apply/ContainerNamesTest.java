package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.plan.RunJournalEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerNamesTest {
    private static RunJournalEntry stopped(String id, String name) {
        return new RunJournalEntry.Stopped(id, name, new RestartPolicy("no", 0), true);
    }

    @Test
    void aNameIsThatOfTheContainerThatGotItLast() {
        ContainerNames names = new ContainerNames(List.of(stopped("1a", "app"), stopped("2b", "web")));
        assertThat(names.id("app")).isEqualTo("1a");
        for (String id : List.of("9f", "0c", "77", "5d")) {
            names.put(id, "app");
            assertThat(names.id("app")).isEqualTo(id);
        }
        assertThat(names.id("web")).isEqualTo("2b");
    }

    @Test
    void aRenamedContainerHasItsNewNameOnly() {
        ContainerNames names = new ContainerNames(List.of(stopped("1a", "app")));
        names.put("1a", "app-old");
        assertThat(names.id("app")).isEqualTo("app");
        assertThat(names.in("no space for 1a")).isEqualTo("no space for app-old");
    }
}
