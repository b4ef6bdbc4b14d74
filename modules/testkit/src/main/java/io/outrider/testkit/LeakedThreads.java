package io.outrider.testkit;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** JUnit extension, registered for every test, that fails a test or test class that leaves a thread running. */
public final class LeakedThreads implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(LeakedThreads.class);

    private static final long GRACE_MILLIS = 3_000;

    @Override
    public void beforeAll(ExtensionContext context) {
        remember(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        remember(context);
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        check(context);
    }

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        check(context);
    }

    private static void remember(ExtensionContext context) {
        context.getStore(SPACE).put(context.getUniqueId(), living());
    }

    private static void check(ExtensionContext context) throws InterruptedException {
        @SuppressWarnings("unchecked")
        Set<Thread> before = context.getStore(SPACE).remove(context.getUniqueId(), Set.class);
        List<Thread> leaked = leaked(before, GRACE_MILLIS);
        if (!leaked.isEmpty()) {
            throw new AssertionError("left running: " + leaked);
        }
    }

    static List<Thread> leaked(Set<Thread> before, long graceMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(graceMillis);
        for (Thread thread : living()) {
            if (!before.contains(thread)) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                thread.join(Math.max(1, left));
            }
        }
        return living().stream().filter(thread -> !before.contains(thread)).toList();
    }

    static Set<Thread> living() {
        return Set.copyOf(Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !isSystemThread(thread))
                .toList());
    }

    /** Threads of the JVM, the JDK's shared pool or the test runner. */
    private static boolean isSystemThread(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getName().equals("system")
                || group.getName().equals("InnocuousThreadGroup")
                || thread.getName().startsWith("ForkJoinPool.commonPool")
                || thread.getName().startsWith("surefire-")
                || thread.getName().startsWith("junit-")
                || thread.getName().equals("process reaper")
                || thread.getName().startsWith("Rx") // RxJava's own, one of each for the JVM
                || thread.getName().startsWith("globalEventExecutor") // Netty's; ends by itself when idle
                || thread.getName().contains("activemq-client-remoting") // one group for the JVM; ends by itself
                || thread.getName().equals("CompletableFutureDelayScheduler") // the JDK's, one for the JVM
                || thread.getName().equals("JNA Cleaner"); // ends by itself after 30 s
    }
}
