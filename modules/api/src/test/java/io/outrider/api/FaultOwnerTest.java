package io.outrider.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaultOwnerTest {
    @Test
    void aFaultInAModuleOfAnotherAuthorIsReportedToThatAuthor() {
        FaultOwner author = FaultOwner.of("door", String.class);
        assertThat(author.sentence())
                .isEqualTo("a fault in module door; report it to its author with what the log has of it");
        assertThat(author.logSuffix()).contains("the author of module door");
        assertThat(author.failure("door.state", new IllegalStateException()))
                .hasMessageStartingWith("door.state: a fault in module door")
                .extracting(Failure::code)
                .isEqualTo("FAULT");
    }

    @Test
    void aFaultInTheDistributionIsReportedToItsDevelopers() {
        assertThat(FaultOwner.of("obd", getClass())).isEqualTo(FaultOwner.OUTRIDER);
        assertThat(FaultOwner.OUTRIDER.sentence()).isEqualTo(FaultText.SENTENCE);
        assertThat(FaultOwner.OUTRIDER.logSuffix()).isEqualTo(FaultText.LOG_SUFFIX);
    }
}
