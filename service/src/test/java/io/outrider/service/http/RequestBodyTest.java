package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.javalin.http.Context;
import io.outrider.service.problem.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Bodies as the server hands them over; its end of a body that it has cut off is not to be had from a real one at will. */
class RequestBodyTest {
    private static Context request(byte[] body, long length) {
        HttpServletRequest request = proxy(HttpServletRequest.class, "getContentLengthLong", length);
        return proxy(Context.class, "req", request, "bodyInputStream", new ByteArrayInputStream(body));
    }

    /** @param answers names of methods, each with what it returns; all others return null */
    private static <T> T proxy(Class<T> type, Object... answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            for (int i = 0; i < answers.length; i += 2) {
                if (answers[i].equals(method.getName())) {
                    return answers[i + 1];
                }
            }
            return null;
        }));
    }

    @Test
    void bodyThatEndsBeforeItsLengthCameTooSlowly() {
        assertThatThrownBy(() -> RequestBody.copy(request(new byte[99], 100), 1_000, new ByteArrayOutputStream()))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.code().status()).isEqualTo(408));
    }

    @Test
    void wholeBodyAndOneOfUnknownLengthAreTaken() {
        for (long length : new long[] {99, -1}) {
            ByteArrayOutputStream copied = new ByteArrayOutputStream();
            RequestBody.copy(request(new byte[99], length), 1_000, copied);
            assertThat(copied.size()).isEqualTo(99);
        }
    }
}
