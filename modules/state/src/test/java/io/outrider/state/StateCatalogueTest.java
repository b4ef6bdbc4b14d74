package io.outrider.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import example.foreign.ForeignStep;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.State;
import io.outrider.api.Step;
import io.outrider.testkit.Announces;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the selection of states and of the checks of their plans. */
class StateCatalogueTest {
    private final StateUnit unit = new StateUnit();

    @Test
    void anUnknownNameListsTheKnownOnes() {
        unit.with("docker.release", new TestStep("a")).with("power.idle", new TestStep("b"));
        assertThatThrownBy(() -> unit.sls("docker.relese"))
                .isInstanceOf(Failure.class)
                .hasMessage("mods: there is no state 'docker.relese'; did you mean docker.release?"
                        + " There are: docker.release, pending, power.idle");
        assertThatThrownBy(() -> unit.sls("docker.release", "x".repeat(100_000)))
                .hasMessageContaining("xxx…'. There are: ")
                .message()
                .hasSizeLessThan(200);
    }

    @Test
    void anUnknownNamePreventsTheWholeRun() {
        TestStep step = new TestStep("a");
        unit.with("toy.a", step);
        assertThatThrownBy(() -> unit.sls("toy.a", "toy.b")).hasMessageContaining("did you mean toy.a?");
        assertThat(step.events).isEmpty();
    }

    @Test
    void aRunNeedsAtLeastOneName() {
        for (String mods : List.of("", " , ,")) {
            assertThatThrownBy(() -> unit.sls(mods))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("mods: takes at least one name");
        }
    }

    @Test
    void pendingLeavesOutWhatHasToWait() throws Exception {
        unit.with("toy.patient", new State.Plan() {
            @Override
            public List<Step> steps() {
                return List.of(new TestStep("now"), new TestStep("later"));
            }

            @Override
            public List<Step> pending() {
                return List.of(new TestStep("now"));
            }
        });
        assertThat(StateUnit.json(unit.sls("pending")).findValuesAsText("__id__"))
                .containsExactly("now");
        assertThat(StateUnit.json(unit.sls("toy.patient")).findValuesAsText("__id__"))
                .containsExactly("now", "later");
    }

    @Test
    void pendingSelectsStatesWithChanges() throws Exception {
        TestStep idle = new TestStep("idle").unchanged();
        TestStep failing = new TestStep("failing").checking(call -> {
            throw Failure.reported(Failure.Actor.NETWORK, "GONE", "the network is gone");
        });
        unit.with("toy.idle", idle).with("toy.todo", new TestStep("todo")).with("toy.failing", failing);
        Object returned = unit.sls("pending");
        assertThat(StateUnit.json(returned).findValuesAsText("__sls__")).containsExactly("toy.failing", "toy.todo");
        assertThat(StateUnit.retcode(returned)).isEqualTo(2);
        assertThat(unit.progress).contains("0/0 steps looking whether toy.idle has something to do");
    }

    @Test
    void aRunWithNothingPendingReportsIt() throws Exception {
        unit.with("toy.idle", new TestStep("idle").unchanged());
        JsonNode all = StateUnit.json(unit.sls("pending"));
        assertThat(all).hasSize(1);
        JsonNode entry = all.get("test_|-pending_|-pending_|-succeed_without_changes");
        assertThat(entry.get("result").booleanValue()).isTrue();
        assertThat(entry.get("comment").asText()).isEqualTo("Nothing is pending");
        assertThat(entry.get("__sls__").asText()).isEqualTo("pending");
    }

    @Test
    void aFailingPlanDoesNotBlockOtherPendingStates() throws Exception {
        unit.with("toy.a", () -> {
            throw Failure.reported(Failure.Actor.OPERATOR, "NO_ENGINE", "there is no engine");
        });
        unit.with("toy.b", new TestStep("b"));
        Object returned = unit.sls("pending");
        assertThat(StateUnit.retcode(returned)).isEqualTo(2);
        assertThat(StateUnit.json(returned)
                        .get("state_|-toy.a_|-toy.a_|-plan")
                        .get("comment")
                        .asText())
                .isEqualTo("toy.a: there is no engine");
        assertThat(StateUnit.json(returned)).hasSize(2);
        assertThatThrownBy(() -> unit.sls("toy.b", "toy.a"))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("NO_ENGINE"))
                .hasMessage("toy.a: there is no engine");
    }

    static Stream<Arguments> badPlans() {
        return Stream.of(
                Arguments.of("requires gone, which is no step of it", steps(new TestStep("a", "gone"))),
                Arguments.of("which does not come before it", steps(new TestStep("a", "b"), new TestStep("b"))),
                Arguments.of("which does not come before it", steps(new TestStep("a", "b"), new TestStep("b", "a"))),
                Arguments.of("a requires a, which does not come before it", steps(new TestStep("a", "a"))),
                Arguments.of("has two steps called a", steps(new TestStep("a"), new TestStep("a"))),
                Arguments.of(
                        "has a step a that does not say what it requires", steps(new TestStep("a").requiringNull())),
                Arguments.of("that the run has already", steps(new TestStep("before"))));
    }

    private static List<TestStep> steps(TestStep... steps) {
        return List.of(steps);
    }

    @ParameterizedTest
    @MethodSource("badPlans")
    void anInvalidPlanIsRefusedBeforeAnyStepRuns(String why, List<TestStep> steps) {
        TestStep before = new TestStep("before");
        unit.with("toy.before", before).with("toy.bad", steps.toArray(TestStep[]::new));
        assertThatThrownBy(() -> unit.sls("toy.before", "toy.bad"))
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.actor()).isEqualTo(Failure.Actor.AGENT))
                .hasMessageStartingWith("toy.bad ")
                .hasMessageContaining(why);
        assertThat(before.events).isEmpty();
        assertThat(steps).allSatisfy(step -> assertThat(step.events).isEmpty());
    }

    @Test
    @Announces("plan of state toy.a failed; please report it to the developers of outrider")
    void anExceptionInAPlanIsReportedAsAFault() {
        unit.with("toy.a", () -> {
            throw new IllegalStateException("oops");
        });
        assertThatThrownBy(() -> unit.sls("toy.a"))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("FAULT"));
    }

    @Test
    @Announces("plan of state door.shut failed; please report it to the author of module door")
    void anErrorInAPlanOfAnotherAuthorIsReportedToThatAuthorAndStopsNoOtherState() throws Exception {
        TestStep other = new TestStep("other");
        unit.with("door.shut", ForeignStep.planWithFault()).with("toy.a", other);
        assertThatThrownBy(() -> unit.sls("door.shut")).hasMessage("door.shut: " + new FaultOwner("door").sentence());
        unit.sls("pending");
        assertThat(other.events).contains("apply");
    }

    @Test
    void showingWithNothingPendingShowsTheStepOfTheRun() throws Exception {
        JsonNode shown = StateUnit.json(
                unit.run("state.show_sls", new StateModule.ShowArguments(List.of("pending")), unit.call("1")));
        assertThat(shown.fieldNames())
                .toIterable()
                .containsExactly("test_|-pending_|-pending_|-succeed_without_changes");
    }

    @Test
    void stepsAreShownWithoutCheckingThem() throws Exception {
        TestStep one = new TestStep("one");
        TestStep two = new TestStep("two", "one");
        unit.with("toy.a", one, two);
        JsonNode shown = StateUnit.json(
                unit.run("state.show_sls", new StateModule.ShowArguments(List.of("toy.a")), unit.call("1")));
        assertThat(shown).hasSize(2);
        assertThat(shown.get("toy_|-two_|-two-name_|-present").toString())
                .isEqualTo("{\"name\":\"two-name\",\"module\":\"toy\",\"function\":\"present\",\"require\":[\"one\"],"
                        + "\"__run_num__\":1,\"__id__\":\"two\",\"__sls__\":\"toy.a\"}");
        assertThat(List.of(one.events, two.events)).containsOnly(List.of());
    }
}
