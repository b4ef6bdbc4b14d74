package io.outrider.agent.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Check for a jid reused with another command: logs a warning, as the sender gets the first reply. Thread-safe. */
record JidReuseCheck(JobExecutor executor, Journal journal, ObjectMapper mapper, RepeatedLogLines lines) {
    private static final Logger LOG = LoggerFactory.getLogger(JidReuseCheck.class);

    void check(Job second) {
        Job first = executor.job(second.jid());
        if (first != null) {
            warn(second, first.command.fun(), mapper.valueToTree(first.shown.asList()));
            return;
        }
        Journal.Stage stage = journal.stage(second.jid());
        if (stage == Journal.Stage.ENDED || stage == Journal.Stage.SENT) {
            try {
                JsonNode reply = mapper.readTree(journal.reply(second.jid()).payload());
                if (reply.has("fun_args")) { // absent from a rejection
                    warn(second, reply.path("fun").asText(), reply.path("fun_args"));
                }
            } catch (IOException e) {
                LOG.debug("first command of a repeated jid cannot be read", e);
            }
        }
    }

    private void warn(Job second, String fun, JsonNode arguments) {
        boolean isKnown = !fun.equals("?") && !arguments.path(0).asText().startsWith("… [cut:");
        boolean isOther =
                !fun.equals(second.command.fun()) || !arguments.equals(mapper.valueToTree(second.shown.asList()));
        if (isKnown && isOther && lines.admits("had the jid of another command", second.jid())) {
            String how = fun.equals(second.command.fun()) ? " with other arguments" : "";
            LOG.warn(
                    "job {} was {} and was sent again as {}{}: it gets the reply to the first;"
                            + " give each command a jid of its own",
                    second.jid(),
                    LogText.name(fun),
                    second.name(),
                    how);
        }
    }
}
