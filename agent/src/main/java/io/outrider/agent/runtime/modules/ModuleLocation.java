package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.functions.Printable;
import io.outrider.api.Excerpt;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;

/** Names of the jars of modules, and sentences about modules that cannot be used. */
final class ModuleLocation {
    private static final int MAX_CAUSE = 300;
    private static final String IN_JAR = "!/";

    private ModuleLocation() {}

    /** Jar or folder of a class. */
    static String of(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null ? type.getName() : of(source.getLocation());
    }

    /** Jar or folder of a file on the class path, or of one in it. */
    static String of(URL url) {
        String text = url.toString().replaceFirst("^jar:", "");
        int inside = text.indexOf(IN_JAR);
        return URI.create(inside < 0 ? text : text.substring(0, inside)).getPath();
    }

    static String fileName(Class<?> type) {
        return fileName(of(type));
    }

    static String fileName(String location) {
        Path name = Path.of(location).getFileName();
        return name == null ? location : name.toString();
    }

    static String unusable(String module, Class<?> factory, Throwable cause) {
        return sentence("module " + module + " of " + of(factory), cause);
    }

    static String sentence(String what, Throwable cause) {
        return what + " cannot be used (" + cause(cause)
                + "), and outrider does without it: repair or remove the jar, then restart outrider";
    }

    /** An exception in a few words. */
    static String cause(Throwable e) {
        boolean isWrapper = e instanceof InvocationTargetException || e instanceof ExceptionInInitializerError;
        Throwable cause = isWrapper && e.getCause() != null ? e.getCause() : e;
        String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return Excerpt.of(Printable.line(cause.getClass().getSimpleName() + message), MAX_CAUSE);
    }
}
