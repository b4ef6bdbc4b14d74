/** What the parts of the unit know of the link: messages go out, and something becomes of each. */
package io.outrider.agent.runtime.publisher;
