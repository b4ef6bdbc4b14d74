/** What keeps every test honest: no unannounced logged error, no leaked thread. */
package io.outrider.api.testing;
