/** Error codes of the local API and the command line. */
package io.outrider.agent.operator.errors;
