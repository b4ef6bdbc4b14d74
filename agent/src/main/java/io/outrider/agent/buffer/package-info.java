/** Keeps every record that was accepted until somebody else has it. */
package io.outrider.agent.buffer;
