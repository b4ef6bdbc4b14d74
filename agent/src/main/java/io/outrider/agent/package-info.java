/** The daemon: it wires the modules together and gives their functions a way in. */
package io.outrider.agent;
