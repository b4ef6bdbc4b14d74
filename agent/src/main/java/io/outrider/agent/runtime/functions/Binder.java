package io.outrider.agent.runtime.functions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.CommonErrors;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Binder of a call's arguments to the function's argument record: positional values in the order of the record's
 * components, and keywords. The first list takes all further positional values; components after it are keyword-only.
 * Every error names the argument.
 */
public final class Binder {
    private static final int MAX_MESSAGE_LENGTH = 500;

    private final ObjectMapper mapper;

    public Binder(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** @throws Failure for an argument that is missing, unknown, given twice, of the wrong kind or out of range */
    public <A extends Record> A bind(Class<A> shape, List<?> positional, Map<String, ?> keywords) throws Failure {
        return bind(shape, Parameter.of(shape), positional, keywords);
    }

    /** @param parameters those of the shape, whose annotations take a while to read */
    public <A extends Record> A bind(
            Class<A> shape, List<Parameter> parameters, List<?> positional, Map<String, ?> keywords) throws Failure {
        ObjectNode values = mapper.createObjectNode();
        placePositional(parameters, positional, values);
        for (Map.Entry<String, ?> keyword : keywords.entrySet()) {
            Parameter parameter = Parameter.named(parameters, keyword.getKey());
            if (parameter == null) {
                String name = Excerpt.ofWord(keyword.getKey());
                throw new Failure(
                                CommonErrors.BAD_ARGUMENT,
                                "unknown argument '" + name + "'; there are: " + names(parameters))
                        .at(name);
            }
            if (values.has(parameter.name())) {
                throw Failure.argument(parameter.name(), "given twice");
            }
            values.set(parameter.name(), parameter.read(mapper, keyword.getValue()));
        }
        for (Parameter parameter : parameters) {
            if (parameter.required() && !values.hasNonNull(parameter.name())) {
                throw Failure.argument(
                        parameter.name(), "is missing" + (parameter.help().isEmpty() ? "" : ": " + parameter.help()));
            }
        }
        return convert(shape, parameters, values);
    }

    private void placePositional(List<Parameter> parameters, List<?> positional, ObjectNode values) throws Failure {
        int list = 0;
        while (list < parameters.size() && !parameters.get(list).isList()) {
            list++;
        }
        if (list == parameters.size() && positional.size() > list) {
            throw new Failure(
                    CommonErrors.BAD_ARGUMENT,
                    parameters.isEmpty()
                            ? "takes no arguments, and got " + positional.size()
                            : "takes at most " + parameters.size() + " positional arguments (" + names(parameters)
                                    + "), and got " + positional.size());
        }
        for (int i = 0; i < positional.size(); i++) {
            if (i < list) {
                values.set(parameters.get(i).name(), parameters.get(i).read(mapper, positional.get(i)));
            } else {
                addToList(parameters.get(list), positional.get(i), values);
            }
        }
    }

    private void addToList(Parameter list, Object value, ObjectNode values) throws Failure {
        JsonNode sofar = values.get(list.name());
        ArrayNode elements = sofar instanceof ArrayNode array ? array : mapper.createArrayNode();
        JsonNode read = list.read(mapper, value);
        if (read instanceof ArrayNode more) {
            elements.addAll(more);
        } else {
            elements.add(read);
        }
        values.set(list.name(), elements);
    }

    private static String names(List<Parameter> parameters) {
        return parameters.isEmpty()
                ? "none"
                : parameters.stream().map(Parameter::name).collect(Collectors.joining(", "));
    }

    private <A> A convert(Class<A> shape, List<Parameter> parameters, ObjectNode values) throws Failure {
        try {
            return mapper.treeToValue(values, shape);
        } catch (JsonProcessingException e) {
            Failure failure = explain(e);
            throw fault(failure).isPresent() ? failure : withoutSecrets(failure, e, parameters, values);
        }
    }

    /** The exception of a record's constructor that is a fault in it and refuses nothing. */
    public static Optional<Throwable> fault(Failure failure) {
        return Optional.ofNullable(failure.getCause())
                .filter(ValueInstantiationException.class::isInstance)
                .map(Throwable::getCause)
                .filter(cause -> !(cause instanceof IllegalArgumentException));
    }

    /** The same failure if it cannot quote a secret, else one without the value. */
    private static Failure withoutSecrets(
            Failure failure, JsonProcessingException e, List<Parameter> parameters, ObjectNode values) {
        String at =
                e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()
                        ? mapping.getPath().get(0).getFieldName()
                        : null;
        boolean isOfRecord = e instanceof ValueInstantiationException;
        String text = isOfRecord ? sentence(e.getCause()) : failure.sentence(); // not truncated yet
        boolean mayQuote = false;
        for (Parameter parameter : parameters) {
            if (!parameter.secret() || !values.hasNonNull(parameter.name())) {
                continue;
            }
            if (!isOfRecord && parameter.name().equals(at)) {
                return parameter.unquoted();
            }
            mayQuote = true;
            for (String secret : leaves(values.get(parameter.name()))) {
                text = text.replace(secret, "********");
            }
        }
        return mayQuote ? bounded(failure.path(), text, null) : failure;
    }

    private static List<String> leaves(JsonNode node) {
        if (!node.isContainerNode()) {
            return node.asText().isEmpty() ? List.of() : List.of(node.asText());
        }
        List<String> all = new ArrayList<>();
        node.forEach(each -> all.addAll(leaves(each)));
        return all;
    }

    private static Failure explain(JsonProcessingException e) {
        if (e instanceof ValueInstantiationException invalid
                && invalid.getCause() instanceof IllegalArgumentException refusal) {
            String path = refusal instanceof InvalidArgumentException named ? Excerpt.ofWord(named.path()) : "";
            return bounded(path, sentence(refusal), e);
        }
        String value = e instanceof InvalidFormatException invalid
                ? "'" + Excerpt.ofWord(String.valueOf(invalid.getValue())) + "' is not what is taken here"
                : "is not of the kind that is taken here (--help tells which)";
        return e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()
                ? Failure.argument(path(mapping), value, e)
                : new Failure(CommonErrors.BAD_ARGUMENT, "arguments: " + value, e);
    }

    private static String sentence(Throwable refusal) {
        return refusal instanceof InvalidArgumentException named
                ? named.sentence()
                : String.valueOf(refusal.getMessage());
    }

    private static Failure bounded(String path, String sentence, Exception cause) {
        String head = path.isEmpty() ? "" : path + ": ";
        String text = Excerpt.of(sentence, Math.max(0, MAX_MESSAGE_LENGTH - head.length()));
        return path.isEmpty()
                ? new Failure(CommonErrors.BAD_ARGUMENT, text, cause)
                : Failure.argument(path, text, cause);
    }

    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }
}
