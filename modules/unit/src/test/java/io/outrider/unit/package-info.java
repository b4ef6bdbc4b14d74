/** Folders like the kernel's, and the kernel's own. */
package io.outrider.unit;
