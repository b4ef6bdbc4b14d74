package io.outrider.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorCodeTest {
    @Test
    void aFailureHasTheActorOfItsCodeUnlessAnotherIsGiven() {
        assertThat(new Failure(CommonErrors.NO_HARDWARE, "no modem").actor()).isEqualTo(Failure.Actor.OPERATOR);
        Failure other = new Failure(Failure.Actor.AGENT, CommonErrors.NO_HARDWARE, "no modem");
        assertThat(other.actor()).isEqualTo(Failure.Actor.AGENT);
        assertThat(other.code()).isEqualTo("NO_HARDWARE");
    }

    @Test
    void aCodeThatAnotherProcessReportsIsThatOfTheRegistry() {
        Failure reported = Failure.reported(Failure.Actor.CALLER, "BUSY", "later");
        assertThat(reported.is(CommonErrors.FAULT, CommonErrors.BUSY)).isTrue();
        assertThat(reported.is(CommonErrors.FAULT)).isFalse();
        assertThat(reported.errorCode()).isEqualTo(CommonErrors.BUSY).hasSameHashCodeAs(CommonErrors.BUSY);
    }

    @Test
    void anArgumentIsNamedByPathAndMessage() {
        Failure failure = Failure.argument("list[2].every", "takes a time");
        assertThat(failure).hasMessage("list[2].every: takes a time");
        assertThat(failure.path()).isEqualTo("list[2].every");
        assertThat(failure.sentence()).isEqualTo("takes a time");
        assertThat(failure.is(CommonErrors.BAD_ARGUMENT)).isTrue();
    }

    @Test
    void anotherMessageKeepsCodeActorPathAndCause() {
        Failure first = Failure.argument("name", "is missing");
        Failure outer = first.withMessage("obd.query: name: is missing");
        assertThat(outer).hasMessage("obd.query: name: is missing").hasCause(first);
        assertThat(outer.path()).isEqualTo("name");
        assertThat(outer.code()).isEqualTo("BAD_ARGUMENT");
        assertThat(outer.at("kwarg.name").path()).isEqualTo("kwarg.name");
        assertThat(outer.at("kwarg.name")).hasMessage(outer.getMessage()).hasCause(first);
    }

    @Test
    void theRefusalOfARecordTakesPathAndMessageOfAFailure() {
        InvalidArgumentException refusal = InvalidArgumentException.of(Failure.argument("pid", "is not hexadecimal"));
        assertThat(refusal).hasMessage("pid: is not hexadecimal");
        assertThat(refusal.path()).isEqualTo("pid");
        assertThat(refusal.sentence()).isEqualTo("is not hexadecimal");
    }
}
