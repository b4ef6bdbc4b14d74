/** Support bundle: facts of the unit in one file, without secrets. */
package io.outrider.agent.operator.support;
