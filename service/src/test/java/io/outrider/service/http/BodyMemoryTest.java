package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.http.BodyMemory.Body;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BodyMemoryTest {
    private static final int MEGABYTE = 1 << 20;

    private static void write(Body answer, int megabytes) throws IOException {
        for (int i = 0; i < megabytes; i++) {
            answer.write(new byte[MEGABYTE]);
        }
    }

    private static void assertRefused(ProblemCode code, Body answer, int megabytes) {
        assertThatThrownBy(() -> write(answer, megabytes))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.code()).isEqualTo(code));
    }

    @Test
    void anAnswerIsWhatWasWritten() throws IOException {
        Random random = new Random(1);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (Body answer = new BodyMemory(16 * MEGABYTE).body(1)) {
            for (int i = 0; i < 2_000; i++) {
                byte[] some = new byte[random.nextInt(3_000)];
                random.nextBytes(some);
                answer.write(some);
                answer.write('x');
                expected.write(some);
                expected.write('x');
            }
            answer.writeTo(sent);
        }
        assertThat(sent.toByteArray()).isEqualTo(expected.toByteArray());
    }

    @Test
    void anAnswerOfMoreThan64MegabytesIsTooLarge() throws IOException {
        try (Body answer = new BodyMemory(200L * MEGABYTE).body(1)) {
            write(answer, 64);
            assertRefused(ProblemCode.QUERY_TOO_LARGE, answer, 1);
        }
    }

    @Test
    void answersShareTheirMemoryAndGiveItBack() throws IOException {
        BodyMemory memory = new BodyMemory(8 * MEGABYTE);
        try (Body first = memory.body(1);
                Body second = memory.body(2);
                Body third = memory.body(3)) {
            write(first, 3);
            write(second, 4);
            assertRefused(ProblemCode.NOT_AVAILABLE, third, 2);
        }
        try (Body fourth = memory.body(3)) {
            write(fourth, 4);
        }
    }

    @Test
    void anAccountHasHalfOfTheMemoryAtMost() throws IOException {
        BodyMemory memory = new BodyMemory(8 * MEGABYTE);
        try (Body first = memory.body(1);
                Body second = memory.body(1);
                Body other = memory.body(2)) {
            write(first, 3);
            assertRefused(ProblemCode.NOT_AVAILABLE, second, 2);
            write(other, 4);
        }
    }
}
