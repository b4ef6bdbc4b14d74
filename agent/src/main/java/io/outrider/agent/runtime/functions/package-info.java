/** The table of functions, and the way from what a caller wrote to the record a function takes. */
package io.outrider.agent.runtime.functions;
