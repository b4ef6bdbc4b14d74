package io.outrider.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import example.foreign.ForeignStep;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.Step;
import io.outrider.testkit.Announces;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of the steps and the return of a run. */
class StateRunTest {
    private final StateUnit unit = new StateUnit();

    private static Failure broken() {
        return Failure.reported(Failure.Actor.OPERATOR, "BROKEN", "it is broken: mend it");
    }

    private static JsonNode of(JsonNode all, String id) {
        return all.get("toy_|-" + id + "_|-" + id + "-name_|-present");
    }

    @Test
    void theReturnHasAutopisForm() throws Exception {
        unit.with("toy.a", new TestStep("one").applying(call -> unit.pass(12_345_678)));
        assertThat(StateUnit.json(unit.sls("toy.a")).toString())
                .isEqualTo("{\"toy_|-one_|-one-name_|-present\":{\"result\":true,\"changes\":{\"done\":\"one\"},"
                        + "\"comment\":\"changed\",\"name\":\"one-name\",\"start_time\":\"03:04:05.678901\","
                        + "\"duration\":12.346,\"__run_num__\":0,\"__id__\":\"one\",\"__sls__\":\"toy.a\"}}");
    }

    @Test
    void aStepWhoseChangeWasMadeWithAnotherHasTheTimeOfItsChange() throws Exception {
        TestStep step = new TestStep("one").applying(call -> unit.pass(12_345_678));
        step.timing = new Step.Timing(Instant.parse("2026-11-23T23:00:00Z"), Duration.ofMillis(7));
        JsonNode one = of(StateUnit.json(unit.with("toy.a", step).sls("toy.a")), "one");
        assertThat(one.get("start_time").asText()).isEqualTo("23:00:00.000000");
        assertThat(one.get("duration").asDouble()).isEqualTo(7.0);
    }

    @Test
    void aStepWithoutChangesIsNotApplied() throws Exception {
        TestStep step = new TestStep("one").unchanged();
        Object returned = unit.with("toy.a", step).sls("toy.a");
        assertThat(of(StateUnit.json(returned), "one").get("comment").asText()).isEqualTo("is so");
        assertThat(of(StateUnit.json(returned), "one").get("changes")).isEmpty();
        assertThat(step.events).containsExactly("check");
    }

    @Test
    void aFailingStepStopsOnlyThoseThatRequireIt() throws Exception {
        TestStep after = new TestStep("after", "bad");
        TestStep later = new TestStep("later", "after");
        TestStep beside = new TestStep("beside");
        unit.with(
                "toy.a",
                new TestStep("bad").applying(call -> {
                    throw broken();
                }),
                after,
                later,
                beside);
        Object returned = unit.sls("toy.a");
        JsonNode all = StateUnit.json(returned);
        assertThat(StateUnit.retcode(returned)).isEqualTo(2);
        assertThat(of(all, "bad").get("comment").asText()).isEqualTo("it is broken: mend it");
        assertThat(of(all, "after").get("comment").asText()).isEqualTo("One or more requisite failed: toy.a.bad");
        assertThat(of(all, "later").get("comment").asText()).isEqualTo("One or more requisite failed: toy.a.after");
        assertThat(of(all, "later").get("result").isBoolean()).isTrue();
        assertThat(of(all, "later").get("result").booleanValue()).isFalse();
        assertThat(of(all, "beside").get("result").booleanValue()).isTrue();
        assertThat(after.events).isEmpty();
        assertThat(beside.events).containsExactly("check", "apply");
    }

    @Test
    @Announces("step toy.a.bad failed with an unexpected exception")
    void aFaultInAStepIsAFailureOfTheStep() throws Exception {
        unit.with(
                "toy.a",
                new TestStep("bad").checking(call -> {
                    throw new IllegalStateException("oops");
                }),
                new TestStep("next"));
        Object returned = unit.sls("toy.a");
        assertThat(StateUnit.retcode(returned)).isEqualTo(2);
        assertThat(of(StateUnit.json(returned), "bad").get("comment").asText())
                .contains("please report it")
                .doesNotContain("oops", "Exception", "Error");
        assertThat(of(StateUnit.json(returned), "next").get("result").booleanValue())
                .isTrue();
    }

    @Test
    @Announces("step door.shut.one failed with an unexpected exception; please report it to the author of module door")
    void aFaultInAStepOfAnotherAuthorIsReportedToThatAuthor() throws Exception {
        JsonNode all = StateUnit.json(unit.with("door.shut", ForeignStep.plan()).sls("door.shut"));
        assertThat(all.get("subsystem_|-one_|-one_|-present").get("comment").asText())
                .isEqualTo(new FaultOwner("door").sentence());
    }

    @Test
    @Announces("step toy.a.(overflow|assertion|linkage) failed with an unexpected exception")
    void anErrorOfAStepIsAFailureOfTheStepToo() throws Exception {
        unit.with(
                "toy.a",
                new TestStep("overflow").checking(call -> {
                    throw new StackOverflowError("oops");
                }),
                new TestStep("assertion").applying(call -> {
                    throw new AssertionError("oops");
                }),
                new TestStep("linkage").applying(call -> {
                    throw new NoClassDefFoundError("oops");
                }),
                new TestStep("next"));
        Object returned = unit.sls("toy.a");
        assertThat(StateUnit.retcode(returned)).isEqualTo(2);
        for (String id : List.of("overflow", "assertion", "linkage")) {
            assertThat(of(StateUnit.json(returned), id).get("comment").asText())
                    .contains("please report it")
                    .doesNotContain("oops", "Exception", "Error");
        }
        assertThat(of(StateUnit.json(returned), "next").get("result").booleanValue())
                .isTrue();
        assertThat(unit.running()).isEmpty();
    }

    @Test
    void aDryRunReportsChangesAndAppliesNone() throws Exception {
        TestStep one = new TestStep("one");
        TestStep two = new TestStep("two", "one");
        TestStep fine = new TestStep("fine").unchanged();
        Object returned = unit.with("toy.a", one, two, fine).run("1", true, "toy.a");
        JsonNode all = StateUnit.json(returned);
        assertThat(StateUnit.retcode(returned)).isZero();
        assertThat(of(all, "one").get("result").isNull()).isTrue();
        assertThat(of(all, "one").get("changes").get("what").asText()).isEqualTo("new");
        assertThat(of(all, "two").get("result").isNull()).isTrue();
        assertThat(of(all, "fine").get("result").booleanValue()).isTrue();
        assertThat(List.of(one.events, two.events, fine.events)).containsOnly(List.of("check"));
    }

    @Test
    void severalStatesRunInTheOrderGivenAndEachOnce() throws Exception {
        unit.with("toy.a", new TestStep("a")).with("toy.b", new TestStep("b"));
        JsonNode all = StateUnit.json(unit.sls("toy.b, toy.a", "toy.b"));
        List<String> order = new ArrayList<>();
        all.forEach(
                each -> order.add(each.get("__run_num__") + each.get("__sls__").asText()));
        assertThat(order).containsExactly("0toy.b", "1toy.a");
    }

    @Test
    void aRequirementRefersToTheSameState() throws Exception {
        unit.with("toy.a", new TestStep("bad").applying(call -> {
                            throw broken();
                        }))
                .with("toy.b", new TestStep("other"), new TestStep("last", "other"));
        assertThat(of(StateUnit.json(unit.sls("toy.a", "toy.b")), "last")
                        .get("result")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void progressCountsTheSteps() throws Exception {
        unit.with(
                "toy.a",
                new TestStep("one"),
                new TestStep("two").applying(call -> call.progress(5, 9, "bytes", "pulling")));
        unit.sls("toy.a");
        assertThat(unit.progress)
                .containsExactly(
                        "0/2 steps toy.a: one present",
                        "1/2 steps toy.a: two present",
                        "5/9 bytes pulling",
                        "2/2 steps done");
    }

    @Test
    void aRunWithoutStepsSucceedsWithoutChanges() throws Exception {
        unit.with("toy.a");
        assertThat(StateUnit.json(unit.sls("toy.a"))
                        .get("test_|-toy.a_|-toy.a_|-succeed_without_changes")
                        .get("comment")
                        .asText())
                .isEqualTo("Nothing is asked of this unit");
    }

    /** Property: a step runs if and only if all steps that it requires, transitively, have succeeded. */
    @Test
    void inRandomPlansAStepRunsOnlyAfterItsRequirements() throws Exception {
        long seed = 7;
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            TestStep[] steps = new TestStep[random.nextInt(12) + 1];
            Set<String> bad = new HashSet<>();
            for (int i = 0; i < steps.length; i++) {
                Set<String> requires = new HashSet<>();
                for (int j = random.nextInt(3); j > 0 && i > 0; j--) {
                    requires.add("s" + random.nextInt(i));
                }
                steps[i] = new TestStep("s" + i, requires.toArray(String[]::new));
                boolean tried = requires.stream().noneMatch(bad::contains);
                if (random.nextInt(4) == 0) {
                    steps[i].applying(call -> {
                        throw broken();
                    });
                    bad.add("s" + i);
                } else if (!tried) {
                    bad.add("s" + i);
                }
                steps[i].events.add(tried ? "tried" : "left out");
            }
            Object returned = new StateUnit().with("toy.a", steps).sls("toy.a");
            JsonNode all = StateUnit.json(returned);
            String where = "seed " + seed + ", round " + round;
            assertThat(StateUnit.retcode(returned)).as(where).isEqualTo(bad.isEmpty() ? 0 : 2);
            for (int i = 0; i < steps.length; i++) {
                assertThat(of(all, "s" + i).get("result").booleanValue())
                        .as(where)
                        .isEqualTo(!bad.contains("s" + i));
                assertThat(of(all, "s" + i).get("__run_num__").intValue())
                        .as(where)
                        .isEqualTo(i);
                assertThat(steps[i].events).as(where).isIn(List.of("tried", "check", "apply"), List.of("left out"));
            }
        }
    }
}
