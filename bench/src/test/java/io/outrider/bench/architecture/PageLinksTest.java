package io.outrider.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Check that relative links between the pages lead to a file, and to a heading of it. Skipped without a git checkout. */
class PageLinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^):\\s]*)\\)");

    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    @Test
    void everyRelativeLinkLeadsSomewhere() throws Exception {
        Checkout checkout = Checkout.orSkip();
        List<Path> pages = checkout.files().stream()
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
        assertThat(pages).hasSizeGreaterThan(15);
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            Matcher link = LINK.matcher(checkout.text(page));
            while (link.find()) {
                if (!leads(checkout, page, link.group(1))) {
                    broken.add(page + ": " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(leads(checkout, Path.of("docs/wire.md"), "telemetry.md#no-such-heading"))
                .isFalse();
        assertThat(leads(checkout, Path.of("docs/wire.md"), "nothing.md")).isFalse();
    }

    private static boolean leads(Checkout checkout, Path page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(checkout.root().resolve(target))) {
            return false;
        }
        return hash < 0 || anchors(checkout.text(target)).contains(link.substring(hash + 1));
    }

    private static List<String> anchors(String page) {
        List<String> anchors = new ArrayList<>();
        Matcher heading = HEADING.matcher(page);
        while (heading.find()) {
            anchors.add(heading.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'));
        }
        return anchors;
    }
}
