/** Jobs with real functions, a real journal and a broker made of a list. */
package io.outrider.agent.commands;
