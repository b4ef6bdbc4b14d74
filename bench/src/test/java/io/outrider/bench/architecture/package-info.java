/** Architecture tests: allowed dependencies, coding rules and the shape of the repository. */
package io.outrider.bench.architecture;
