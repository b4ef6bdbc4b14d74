package io.outrider.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
    @Test
    void memoryAndThreadsOfThisProcessAreRead() throws Exception {
        ProcessMemory memory = ProcessMemory.of(ProcessHandle.current().pid());
        assertThat(memory.peak()).isGreaterThan(10);
        assertThat(memory.now()).isBetween(1.0, memory.peak());
        assertThat(memory.threads()).isPositive();
    }

    @Test
    void aMissingProcessIsAnError() {
        assertThatThrownBy(() -> ProcessMemory.of(Integer.MAX_VALUE)).isInstanceOf(IOException.class);
    }
}
