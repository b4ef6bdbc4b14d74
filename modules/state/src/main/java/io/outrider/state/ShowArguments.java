package io.outrider.state;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** Arguments of {@code state.show_sls}; see {@link SlsArguments}. */
record ShowArguments(
        @JsonProperty(required = true)
        @JsonAlias({"name", "names", "sls"})
        @JsonPropertyDescription(
                "states, several with commas between or as a list; pending: all that have something to do")
        List<String> mods) {
    ShowArguments {
        mods = SlsArguments.names(mods);
    }
}
