package io.outrider.docker.release;

import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of an image.
 *
 * @param host of the registry; {@code docker.io} for Docker Hub
 * @param repository such as {@code library/busybox} or {@code team/app}
 * @param tag null if there is a digest only
 * @param digest {@code sha256:…}, or null
 */
public record ImageName(String host, String repository, String tag, String digest) {
    public static final String HUB = "docker.io";

    private static final int MOST_CHARACTERS = 500;
    private static final String PART = "[a-z0-9]+(?:(?:[.]|_{1,2}|-+)[a-z0-9]+)*+";
    private static final String TAG = "(?<tag>[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,127})";
    private static final String DIGEST = "(?<digest>sha256:[0-9a-f]{64})";
    private static final Pattern VERSION = Pattern.compile("(?:" + TAG + "(?:@(?=s)|\\z))?(?:" + DIGEST + ")?");
    private static final Pattern NAME =
            Pattern.compile("(?:(?<host>localhost(?::[0-9]+)?|[^/@]*[.:][^/@]*)/)?(?<repository>" + PART + "(?:/" + PART
                    + ")*+)(?::" + TAG + ")?(?:@" + DIGEST + ")?");

    /** Repository as the engine shows it: without {@code docker.io/} and {@code library/}. */
    public String familiar() {
        return host.equals(HUB) ? repository.replaceFirst("^library/", "") : host + "/" + repository;
    }

    /** Reference for the engine: the digest if there is one, else the tag. */
    public String reference() {
        return digest != null ? familiar() + "@" + digest : tagged();
    }

    /** Reference by the tag. */
    public String tagged() {
        return familiar() + ":" + tag;
    }

    @Override
    public String toString() {
        return reference();
    }

    /** @throws Failure if it is no image name, {@link DockerErrors#RELEASE_INVALID} */
    public static ImageName parse(String text) throws Failure {
        return parse(text, HUB, null);
    }

    /**
     * @param registry host that is meant if the text has none
     * @param tag that wins over the text's; may be a digest too, or a tag with one; null for none
     */
    static ImageName parse(String text, String registry, String tag) throws Failure {
        String whole = tag == null ? text : text + " with tag " + tag;
        Matcher name = NAME.matcher(text);
        Matcher version = VERSION.matcher(tag == null ? "" : tag);
        if (whole.length() > MOST_CHARACTERS || !name.matches() || !version.matches()) {
            throw new Failure(
                    DockerErrors.RELEASE_INVALID,
                    Excerpt.ofWord(whole)
                            + " is no image name; it must look like registry.example.com/team/app:1.0, in lower case");
        }
        String host = name.group("host") == null ? registry : Registry.hostOf(name.group("host"));
        String repository = name.group("repository");
        repository = host.equals(HUB) && repository.indexOf('/') < 0 ? "library/" + repository : repository;
        String digest = version.group("digest") == null ? name.group("digest") : version.group("digest");
        String named = version.group("tag") == null ? name.group("tag") : version.group("tag");
        return new ImageName(host, repository, named == null && digest == null ? "latest" : named, digest);
    }
}
