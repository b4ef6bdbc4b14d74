/**
 * What the service wants on the unit, and what is. The last good document is kept on the disk, so that it holds without
 * the network; a bad one changes nothing and is reported. Parts that nobody here knows are kept, and not looked into. The
 * document holds passwords of registries: its file is for this user alone, and no word of it is logged.
 */
package io.outrider.agent.fleet.desired;
