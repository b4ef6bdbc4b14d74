/** The contract a module of the unit is written against; it depends on nothing of ours. */
package io.outrider.api;
