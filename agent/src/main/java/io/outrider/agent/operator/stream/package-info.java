/** What happens on the unit, told to whoever listens at the moment. Nothing is kept here, and nobody is waited for. */
package io.outrider.agent.operator.stream;
