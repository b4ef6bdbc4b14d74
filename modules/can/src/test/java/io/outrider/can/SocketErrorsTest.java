package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import tel.schich.javacan.platform.linux.LinuxNativeOperationException;

class SocketErrorsTest {
    @Test
    void aKernelErrorIsReportedInTheKernelsWords() {
        assertThat(SocketErrors.explain(
                        "can0", new LinuxNativeOperationException("Unable to bind!", 1, "Operation not permitted")))
                .hasMessage("can0: Operation not permitted");
        assertThat(SocketErrors.explain("can0", new IOException(new IllegalStateException("x"))))
                .hasMessage("can0: input or output failed");
    }

    @Test
    void aLibraryThatDoesNotLoadIsReportedWithoutClassNames() {
        assertThat(SocketErrors.noLibrary(
                        new NoClassDefFoundError("Could not initialize class tel.schich.javacan.SocketCAN")))
                .hasMessageStartingWith("the native library of JavaCAN (unpacked into ")
                .hasMessageNotContaining("tel.schich");
    }
}
