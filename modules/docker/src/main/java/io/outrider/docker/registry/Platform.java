package io.outrider.docker.registry;

/** Platform of an image, in the words of registries. Members may be null. */
record Platform(String os, String architecture, String variant) {
    /** False for what lists have beside images: attestations. */
    boolean isKnown() {
        return !"unknown".equals(os);
    }

    /** In its shortest form, but for {@code linux/arm/v7}. */
    @Override
    public String toString() {
        boolean isPlain = variant == null || variant.isEmpty();
        String name = isPlain ? "" + architecture : architecture + "/" + variant;
        return os + "/"
                + switch (name) {
                    case "arm" -> "arm/v7";
                    case "arm64/v8", "amd64/v1" -> architecture;
                    default -> name;
                };
    }
}
