package io.outrider.obd.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.Failure;
import java.util.HexFormat;
import java.util.concurrent.Callable;

/** Short forms for tests: answers as hexadecimal text, and what they come to. */
final class Payloads {
    private Payloads() {}

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    static StandardCommand command(String name) {
        return StandardCommands.find(name).orElseThrow(() -> new AssertionError("no command " + name));
    }

    /** What a command makes of an answer. */
    static Object value(String name, String hex) throws Failure {
        return command(name).decode(bytes(hex));
    }

    /** What a decoder, chosen by name, makes of an answer. */
    static Object decoded(String decoder, String hex) throws Failure {
        return Decoders.find(decoder)
                .orElseThrow(() -> new AssertionError("no decoder " + decoder))
                .decode(bytes(hex));
    }

    /** The code of the failure, which always is the vehicle's to mend. */
    static String failureOf(Callable<?> call) {
        Failure failure = catchThrowableOfType(Failure.class, call::call);
        assertThat(failure).as("nothing failed").isNotNull();
        assertThat(failure.actor()).isEqualTo(Failure.Actor.VEHICLE);
        assertThat(failure).hasMessageContaining("; "); // what is wrong; what to do
        return failure.code();
    }
}
