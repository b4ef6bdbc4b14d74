/** Records by column come back as they went, to us and to a reader in Python, and cost few bytes. */
package io.outrider.wire.columns;
