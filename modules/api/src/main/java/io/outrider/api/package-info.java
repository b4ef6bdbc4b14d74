/** Interfaces between the daemon and its modules; this package depends on no other one of the project. */
package io.outrider.api;
