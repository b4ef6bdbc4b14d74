package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "*,a.b,true", "a.*,a.b,true", "a.*,a.,true", "a.*,b.a,false", "*.b,a.b,true", "*.b,a.bc,false", "a.?,a.b,true",
        "a.?,a.,false", "a.b,a.b,true", "a.b,a.bb,false", "a*b*c,a1b2c,true", "a*b*c,acb,false", "'','',true",
                "**,x,true"
    })
    void aStarIsAnythingAndAQuestionMarkOneCharacter(String pattern, String name, boolean matches) {
        assertThat(Glob.matches(pattern, name)).isEqualTo(matches);
    }

    @Test
    void noPatternTakesForEver() {
        assertThat(Glob.matches("*a".repeat(200) + "b", "a".repeat(2_000))).isFalse();
    }
}
