package io.outrider.bench.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.service.ServiceSystem.EnrolledUnit;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.time.Duration;

/** Check of two instances of which one is killed: the other serves, and what was acknowledged is there when it is back. */
final class InstanceLoss {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final ServiceProcess lost;
    private final ServiceClient left;
    private final EnrolledUnit unitOfLost;
    private final EnrolledUnit unitOfLeft;

    InstanceLoss(ServiceSystem system) throws IOException {
        lost = system.services().get(0);
        left = new ServiceClient(system.services().get(1).url(), lost.token());
        unitOfLost = system.units().get(0);
        unitOfLeft = system.units().get(1);
    }

    boolean run() throws Exception {
        try {
            lost.kill();
            String answered = execute(unitOfLeft);
            awaitDone("the instance that is left runs a command", unitOfLeft, answered);
            String waiting = execute(unitOfLost);
            say("a command for a unit whose broker is down is accepted");
            lost.start();
            awaitDone("it is run when the broker is back", unitOfLost, waiting);
            return true;
        } catch (AssertionError e) {
            System.out.println("WRONG " + e.getMessage());
            return false;
        }
    }

    private static void say(String sentence) {
        System.out.println("ok    " + sentence);
    }

    private String execute(EnrolledUnit unit) throws IOException {
        return left.post("/dongle/devices/" + unit.device() + "/execute/", "{\"command\": \"test.ping\"}")
                .get("jid")
                .textValue();
    }

    private void awaitDone(String sentence, EnrolledUnit unit, String jid) {
        Await.until(sentence, LONGEST, () -> {
            JsonNode job = left.get("/dongle/devices/" + unit.device() + "/job/" + jid + "/");
            return job.get("state").textValue().equals("done");
        });
        say(sentence);
    }
}
