package io.outrider.agent.builtin.update;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Range;

/** Settings section {@code [update]}. */
public record UpdateSettings(
        @JsonPropertyDescription("megabytes of packages that are fetched in a day (UTC); 0: any number")
        @JsonProperty(defaultValue = "0")
        Integer budgetMb,

        @JsonPropertyDescription("time in which a new version must reach the fleet, or it goes back; 30 to 3600 s")
        @JsonProperty(defaultValue = "300")
        Integer linkS) {
    public UpdateSettings {
        budgetMb = Range.orElse("budget_mb", budgetMb, 0, 0, 1_000_000);
        linkS = Range.orElse("link_s", linkS, 300, 30, 3600);
    }
}
