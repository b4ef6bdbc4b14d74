package io.outrider.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherConstants;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tests of the two test guards, run against misbehaving tests. */
class HygieneTest {
    private static final Logger LOG = LoggerFactory.getLogger(HygieneTest.class);

    @Test
    @Announces("it broke") // without it the guard of this test fails on the inner test's log line
    void anUnannouncedErrorFailsTheTest() {
        assertThat(run(LogsWithoutSayingSo.class)).hasMessageContaining("it broke");
    }

    @Test
    void anAnnouncedErrorThatNeverComesFailsTheTest() {
        assertThat(run(AnnouncesInVain.class)).hasMessageContaining("never logged");
    }

    @Test
    @Announces("this is announced")
    void anAnnouncedErrorPasses() {
        LOG.error("this is announced");
    }

    @Test
    void aThreadLeftRunningIsNamed() throws Exception {
        var before = LeakedThreads.living();
        CountDownLatch stop = new CountDownLatch(1);
        Thread stray = new Thread(() -> await(stop), "stray");
        stray.start();
        assertThat(LeakedThreads.leaked(before, 1)).extracting(Thread::getName).containsExactly("stray");
        stop.countDown();
        assertThat(LeakedThreads.leaked(before, 3_000)).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Throwable run(Class<?> test) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(test))
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .configurationParameter(LauncherConstants.STACKTRACE_PRUNING_ENABLED_PROPERTY_NAME, "true")
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
                if (identifier.isTest()) {
                    result.getThrowable().ifPresent(failure::set);
                }
            }
        });
        return failure.get();
    }

    @Tag("misbehaving")
    static class LogsWithoutSayingSo {
        @Test
        void logs() {
            LOG.error("it broke");
        }
    }

    @Tag("misbehaving")
    static class AnnouncesInVain {
        @Test
        @Announces("the sky falls")
        void logsNothing() {}
    }
}
