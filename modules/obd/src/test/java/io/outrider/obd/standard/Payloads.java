package io.outrider.obd.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.Failure;
import java.util.HexFormat;
import java.util.concurrent.Callable;

/** Helpers that decode answers in hexadecimal text. */
final class Payloads {
    private Payloads() {}

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    static StandardCommand command(String name) {
        return StandardCommands.find(name).orElseThrow(() -> new AssertionError("no command " + name));
    }

    /** Value of an answer to this command. */
    static Object value(String name, String hex) throws Failure {
        return command(name).decode(bytes(hex));
    }

    /** Value of an answer by this decoder. */
    static Object decoded(String decoder, String hex) throws Failure {
        return Decoders.find(decoder)
                .orElseThrow(() -> new AssertionError("no decoder " + decoder))
                .decode(bytes(hex));
    }

    /** Code of the failure, whose actor must be the vehicle. */
    static String failureOf(Callable<?> call) {
        Failure failure = catchThrowableOfType(Failure.class, call::call);
        assertThat(failure).as("nothing failed").isNotNull();
        assertThat(failure.actor()).isEqualTo(Failure.Actor.VEHICLE);
        assertThat(failure).hasMessageContaining("; "); // cause; remedy
        return failure.code();
    }
}
