package io.outrider.service.http;

import io.outrider.service.database.DatabaseUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers that may be large, while others of the account that its clients do not take have its share of the memory. */
class AnswerMemoryTest {
    private static final int SHARE = 96 << 20;

    @TempDir
    Path folder;

    @Test
    void answersWaitForTheMemoryOfTheirAccount() throws IOException {
        try (ServedApi api = new ServedApi(DatabaseUrl.Kind.SQLITE, folder)) {
            String device = "/dongle/devices/" + api.device.id() + "/";
            List<String> paths = List.of(
                    "/dongle/devices/",
                    device,
                    device + "job/" + api.ids.get("jid") + "/",
                    device + "callback/" + api.ids.get("jid") + "/",
                    "/docker/projects/",
                    "/docker/projects/" + api.ids.get("project") + "/releases/" + api.ids.get("release")
                            + "/deployments/");
            try (BodyMemory.Body one = api.served.answers.body(api.served.account);
                    BodyMemory.Body other = api.served.answers.body(api.served.account)) {
                one.write(new byte[SHARE / 2]);
                other.write(new byte[SHARE / 2]);
                paths.forEach(each -> api.served.client().get(each).isProblem(503, "NOT_AVAILABLE"));
                api.served.otherClient().get("/dongle/devices/").is(200);
            }
            paths.forEach(each -> api.served.client().get(each).is(200));
        }
    }
}
