package io.outrider.state;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Arguments of {@code state.sls}. After construction {@code mods} holds distinct single names in the given order. */
record SlsArguments(
        @JsonProperty(required = true)
        @JsonAlias({"name", "names", "sls"})
        @JsonPropertyDescription(
                "states, several with commas between or as a list; pending: all that have something to do")
        List<String> mods,

        @JsonProperty(defaultValue = "false") @JsonPropertyDescription("only tell what would change")
        boolean test) {
    SlsArguments {
        mods = names(mods);
    }

    static List<String> names(List<String> mods) {
        List<String> names = mods.stream()
                .filter(Objects::nonNull)
                .flatMap(each -> Arrays.stream(each.split(",")))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .distinct()
                .toList();
        if (names.isEmpty()) {
            throw new InvalidArgumentException("mods", "takes at least one name of a state, or pending");
        }
        return names;
    }
}
