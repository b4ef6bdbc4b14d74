package io.outrider.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceMemoryTest {
    @Test
    void theHeapIsTheSumOfItsParts() {
        String metrics = """
                # TYPE jvm_memory_used_bytes gauge
                jvm_memory_used_bytes{area="heap",id="Eden Space"} 1.048576E7
                jvm_memory_used_bytes{area="heap",id="Tenured Gen"} 5242880.0
                jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.9E7
                """;

        assertThat(ServiceMemory.heap(metrics)).isEqualTo(15);
    }

    @Test
    void residentMemoryIsWhatTheKernelSays() {
        String status = "VmPeak:\t 9999 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n";

        assertThat(ServiceMemory.kilobytes("VmRSS", status)).isEqualTo(1_024);
        assertThat(ServiceMemory.kilobytes("VmHWM", status)).isEqualTo(2_048);
    }
}
