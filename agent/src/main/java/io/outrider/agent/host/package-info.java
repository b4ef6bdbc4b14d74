/** The machine under the daemon: what it is, how it is, and commands on it. Read from the kernel's files. */
package io.outrider.agent.host;
