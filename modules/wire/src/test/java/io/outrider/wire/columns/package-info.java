/** Tests of the columnar encoding: round trips, corrupt input, a reader in Python, and size. */
package io.outrider.wire.columns;
