/** The daemon and its command line: eight packages, each of which sees only those before it, and the entrance to both. */
package io.outrider.agent;
