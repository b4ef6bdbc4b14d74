/** Table of functions, and the binding of a call's arguments to a function's record. */
package io.outrider.agent.runtime.functions;
