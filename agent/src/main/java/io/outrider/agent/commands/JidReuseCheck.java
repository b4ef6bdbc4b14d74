package io.outrider.agent.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warning about a jid that comes a second time with another command: its sender gets the answer of the first. Any thread. */
final class JidReuseCheck {
    private static final Logger LOG = LoggerFactory.getLogger(JidReuseCheck.class);

    private final JobExecutor workbench;
    private final Journal journal;
    private final ObjectMapper mapper;
    private final RepeatedLogLines lines;

    JidReuseCheck(JobExecutor workbench, Journal journal, ObjectMapper mapper, RepeatedLogLines lines) {
        this.workbench = workbench;
        this.journal = journal;
        this.mapper = mapper;
        this.lines = lines;
    }

    /** @param second what came with the jid of a job that is known */
    void check(Job second) {
        Job first = workbench.job(second.jid());
        if (first != null) {
            warn(second, first.command.fun(), mapper.valueToTree(first.shown.asList()));
            return;
        }
        Journal.Stage stage = journal.stage(second.jid());
        if (stage == Journal.Stage.ENDED || stage == Journal.Stage.SENT) {
            try {
                JsonNode answer = mapper.readTree(journal.answer(second.jid()).payload());
                if (answer.has("fun_args")) { // not in a rejection
                    warn(second, answer.path("fun").asText(), answer.path("fun_args"));
                }
            } catch (IOException e) {
                LOG.debug("what was asked with a jid that came again cannot be read", e);
            }
        }
    }

    private void warn(Job second, String fun, JsonNode arguments) {
        boolean isKnown = !fun.equals("?") && !arguments.path(0).asText().startsWith("… [cut:");
        boolean isOther =
                !fun.equals(second.command.fun()) || !arguments.equals(mapper.valueToTree(second.shown.asList()));
        if (isKnown && isOther && lines.admits("came with the jid of another", second.jid())) {
            LOG.warn(
                    "job {} was {} and comes again as {}{}: the answer is that of the first; give each command a jid of"
                            + " its own",
                    second.jid(),
                    LogText.name(fun),
                    LogText.name(second.command.fun()),
                    fun.equals(second.command.fun()) ? " with other arguments" : "");
        }
    }
}
