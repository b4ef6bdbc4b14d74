package io.outrider.can;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import tel.schich.javacan.JavaCAN;

/**
 * Loader of JavaCAN's native library: from {@code java.library.path}, then from the system property
 * {@code javacan.native.javacan-core.path}, then from the jars on the class path. The jars of all processors contain it
 * under the same name; JavaCAN would take the first, this class takes the one for this machine. Unpacking it needs a
 * temporary directory that is not mounted noexec.
 */
final class NativeLibrary {
    private static final String NAME = "javacan-core";
    private static final String RESOURCE = "native/libjavacan-core.so";
    private static final String PATH = "javacan.native.javacan-core.path";
    private static final List<String> PROPERTIES = List.of(PATH, "javacan.native.javacan-core.classpath");

    /** ELF header: byte 4 is the word width, bytes 18 and 19 the machine. */
    private static final int ELF_HEADER = 20;

    private static final class NativeLibraryHolder {
        private static final LinkageError FAILURE = tryToLoad();
    }

    private NativeLibrary() {}

    static void require() {
        if (NativeLibraryHolder.FAILURE != null) {
            throw NativeLibraryHolder.FAILURE;
        }
    }

    private static LinkageError tryToLoad() {
        try {
            load();
            return null;
        } catch (LinkageError e) {
            return e;
        } catch (IOException e) {
            return new LinkageError(
                    "unpacking it to " + System.getProperty("java.io.tmpdir") + " failed: " + IoReason.of(e), e);
        }
    }

    private static void load() throws IOException {
        if (isInLibraryPath() || PROPERTIES.stream().anyMatch(each -> System.getProperty(each) != null)) {
            JavaCAN.initialize();
            return;
        }
        byte[] library = find();
        Path folder = Files.createTempDirectory("outrider-can-");
        Path file = folder.resolve(System.mapLibraryName(NAME));
        try {
            Files.write(file, library);
            System.setProperty(PATH, file.toString());
            JavaCAN.initialize();
        } finally { // a mapped file may be deleted
            System.clearProperty(PATH);
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static boolean isInLibraryPath() {
        try {
            System.loadLibrary(NAME);
            return true;
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
    }

    private static byte[] find() throws IOException {
        byte[] expected = elf(System.getProperty("os.arch"));
        for (URL each : Collections.list(NativeLibrary.class.getClassLoader().getResources(RESOURCE))) {
            try (InputStream in = each.openStream()) {
                byte[] library = in.readAllBytes();
                if (isFor(expected, library)) {
                    return library;
                }
            }
        }
        throw new UnsatisfiedLinkError("no jar has it for " + System.getProperty("os.arch"));
    }

    private static boolean isFor(byte[] expected, byte[] library) {
        return library.length > ELF_HEADER
                && library[4] == expected[0]
                && Arrays.equals(library, 18, ELF_HEADER, expected, 1, expected.length);
    }

    /** ELF word width (1: 32 bits, 2: 64) and machine (elf.h, EM_*), little-endian, of a processor in Java's naming. */
    private static byte[] elf(String processor) {
        return switch (processor) {
            case "amd64", "x86_64" -> new byte[] {2, 62, 0};
            case "aarch64" -> new byte[] {2, (byte) 183, 0};
            case "arm" -> new byte[] {1, 40, 0};
            case "x86", "i386" -> new byte[] {1, 3, 0};
            case "riscv64" -> new byte[] {2, (byte) 243, 0};
            default -> throw new UnsatisfiedLinkError("no build of it for " + processor + " is known");
        };
    }
}
