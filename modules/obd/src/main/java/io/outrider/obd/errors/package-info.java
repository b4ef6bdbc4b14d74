/** Error codes of the module. */
package io.outrider.obd.errors;
