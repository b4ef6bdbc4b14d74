package io.outrider.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.docker.engine.Engine.EngineEvent;
import io.outrider.docker.engine.Engine.EngineInfo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EngineAnswersTest {
    private static JsonNode tree(String json) throws IOException {
        return new ObjectMapper().readTree(json.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource({
        "arm, armv6l, v6",
        "arm, armv7l, v7",
        "arm, armv5tel, v5",
        "arm, aarch64, v7",
        "arm64, aarch64, ''",
        "amd64, x86_64, ''"
    })
    void theVariantIsThatOfTheEngineAndNotOfTheKernel(String engine, String kernel, String variant) throws Exception {
        EngineInfo info = EngineAnswers.info(
                tree("{'Arch':'" + engine + "','Version':'1','Os':'linux'}"),
                tree("{'Architecture':'" + kernel + "'}"));
        assertThat(info.architecture()).isEqualTo(engine);
        assertThat(info.variant()).isEqualTo(variant);
        assertThat(info.root()).isEmpty();
    }

    @Test
    void theReferencesOfPodmanAreAsDockersAre() throws Exception {
        EngineImage image = EngineAnswers.image(tree("{'Id':'sha256:1','RepoTags':['docker.io/library/app:1',"
                + "'docker.io/team/app:1','r:5000/app:1'],'RepoDigests':null}"));
        assertThat(image.tags()).containsExactly("app:1", "team/app:1", "r:5000/app:1");
        assertThat(image.digests()).isEmpty();
    }

    @Test
    void aContainerOfAnOldEngineNeedsNothingButItsId() throws Exception {
        EngineContainer container = EngineAnswers.container(tree("{'Id':'1','State':{'Health':{'Status':'none'}}}"));
        assertThat(container.restart()).isEqualTo(RestartPolicy.NO);
        assertThat(container.state().health()).isNull();
        assertThat(container.state().checked()).isEmpty();
        assertThat(container.labels()).isEmpty();
    }

    @Test
    void aStateHasTheOutputOfTheLastHealthCheck() throws Exception {
        EngineContainer container = EngineAnswers.container(tree(
                "{'State':{'Health':{'Status':'unhealthy'," + "'Log':[{'Output':'first'},{'Output':'no route'}]}}}"));
        assertThat(container.state().checked()).isEqualTo("no route");
    }

    @Test
    void anEventLosesTheTextAfterItsColon() throws Exception {
        EngineEvent event = EngineAnswers.event(
                tree("{'Type':'container','Action':'exec_create: sh -c secret','Actor':{'ID':'1'},'timeNano':5}"));
        assertThat(event.action()).isEqualTo("exec_create");
        assertThat(event.nanos()).isEqualTo(5);
    }

    private static byte[] frame(int output, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + bytes.length)
                .put((byte) output)
                .put(new byte[3])
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    private static List<String> log(byte[]... frames) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] each : frames) {
            all.writeBytes(each);
        }
        return ContainerLog.read(new ByteArrayInputStream(all.toByteArray()), false);
    }

    @Test
    void framesOfBothOutputsAreOneText() throws Exception {
        assertThat(log(frame(1, "a\nb"), frame(2, "c\r\n"), frame(1, "\u001b[1mé\n")))
                .containsExactly("a", "bc", "é");
        assertThat(log()).isEmpty();
    }

    @Test
    void aLogThatEndsInAFrameIsReadAsFarAsItGoes() throws Exception {
        byte[] whole = frame(1, "second line");
        assertThat(log(frame(1, "first\n"), java.util.Arrays.copyOf(whole, 14))).containsExactly("first", "second");
        assertThat(log(frame(1, "first\n"), java.util.Arrays.copyOf(whole, 3))).containsExactly("first");
    }

    @Test
    void aLineWithoutEndIsCutToItsLastBytes() throws Exception {
        List<String> lines = log(frame(1, "x".repeat(500_000)), frame(1, "end"));
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).endsWith("xend").hasSize(64 << 10);
    }

    @Test
    void anAnswerIsReadToItsLimitOnly() throws Exception {
        BoundedInput in = new BoundedInput(new ByteArrayInputStream(new byte[30]), 10);
        assertThat(in.readNBytes(10)).hasSize(10);
        in.renew();
        assertThat(in.read()).isZero();
        assertThatThrownBy(in::readAllBytes).isInstanceOf(BoundedInput.ExceededException.class);
    }
}
