package io.outrider.agent.builtin.update;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;

/** Settings section {@code [update]}. */
public record UpdateSettings(
        @JsonPropertyDescription("megabytes of packages that are fetched in a day (UTC); 0: any number")
        @JsonProperty(defaultValue = "0")
        Integer budgetMb,

        @JsonPropertyDescription("time in which a new version must reach the fleet, or it goes back; 30 to 3600 s")
        @JsonProperty(defaultValue = "300")
        Integer linkS,

        @JsonPropertyDescription("PEM file of the authorities that may sign the server's certificate; else Java's own")
        String ca,

        @JsonPropertyDescription("file whose first line is a bearer token; readable by its owner only")
        String tokenFile,

        @JsonPropertyDescription("name of the server that gets the token, over https only")
        String tokenHost) {
    public UpdateSettings {
        budgetMb = Range.orElse("budget_mb", budgetMb, 0, 0, 1_000_000);
        linkS = Range.orElse("link_s", linkS, 300, 30, 3600);
        if (tokenFile != null && tokenHost == null) {
            throw new InvalidArgumentException(
                    "token_host", "is missing beside token_file; without it any url of a call would get the token");
        }
    }
}
