package io.outrider.obd.formula;

/** Method {@code 'text {}'.format(values)}; a field is an argument, an index of it or a message's data. */
final class FormatMethod {
    private final Evaluation run;
    private final Args args;
    private int automatic;
    private boolean numbered;

    private FormatMethod(Args args, Evaluation run) {
        this.run = run;
        this.args = args;
    }

    static String format(String format, Args args, Evaluation run) {
        return run.text(new FormatMethod(args, run).expand(format, 0));
    }

    private String expand(String format, int level) {
        if (level > 2) {
            throw EvaluationFailure.failed("format fields are nested too deep");
        }
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < format.length()) {
            char c = format.charAt(i++);
            if (c != '{' && c != '}') {
                out.append(c);
                continue;
            }
            if (level == 0 && i < format.length() && format.charAt(i) == c) {
                out.append(c);
                i++;
                continue;
            }
            if (c == '}') {
                throw EvaluationFailure.failed("a single '}' in the format");
            }
            int end = close(format, i);
            out.append(field(format.substring(i, end), level));
            run.size(out.length());
            i = end + 1;
        }
        return out.toString();
    }

    private static int close(String format, int from) {
        int open = 0;
        for (int i = from; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c == '{') {
                open++;
            } else if (c == '}' && open-- == 0) {
                return i;
            }
        }
        throw EvaluationFailure.failed("a '{' without its '}' in the format");
    }

    private String field(String field, int level) {
        int colon = -1;
        int brackets = 0;
        int bang = -1;
        for (int i = 0; i < field.length() && colon < 0; i++) {
            char c = field.charAt(i);
            brackets += c == '[' ? 1 : c == ']' && brackets > 0 ? -1 : 0;
            if (brackets == 0 && c == ':') {
                colon = i;
            } else if (brackets == 0 && c == '!' && bang < 0) {
                bang = i;
            }
        }
        String head = colon < 0 ? field : field.substring(0, colon);
        Object value = value(bang < 0 ? head : head.substring(0, bang));
        String specification = colon < 0 ? "" : expand(field.substring(colon + 1), level + 1);
        Object shown = bang < 0 ? value : converted(value, head.substring(bang + 1), run);
        return Formatting.format(shown, specification, run);
    }

    static Object converted(Object value, String conversion, Evaluation run) {
        return switch (conversion) {
            case "r" -> Repr.repr(value, run);
            case "s" -> Repr.str(value, run);
            case "a" -> Builtins.ascii(value, run);
            default -> throw EvaluationFailure.failed("a conversion is !r, !s or !a");
        };
    }

    private Object value(String name) {
        int end = 0;
        while (end < name.length() && name.charAt(end) != '.' && name.charAt(end) != '[') {
            end++;
        }
        Object value = argument(name.substring(0, end));
        while (end < name.length()) {
            int start = end + 1;
            if (name.charAt(end) == '[') {
                end = name.indexOf(']', start);
                if (end < 0) {
                    throw EvaluationFailure.failed("a '[' without its ']' in the format");
                }
                String key = name.substring(start, end++);
                value = Slices.index(value, key.matches("\\d{1,9}") ? (Object) Long.valueOf(key) : key, run);
            } else {
                end = start;
                while (end < name.length() && name.charAt(end) != '.' && name.charAt(end) != '[') {
                    end++;
                }
                if (!(value instanceof MessageValue message)
                        || !name.substring(start, end).equals("data")) {
                    throw EvaluationFailure.refused("a format takes no attribute but a message's data");
                }
                value = message.data;
            }
        }
        return value;
    }

    private Object argument(String name) {
        if (name.isEmpty() || name.matches("\\d{1,9}")) {
            boolean number = !name.isEmpty();
            if (automatic > 0 && number || numbered && !number) {
                throw EvaluationFailure.failed("the format mixes numbered fields and fields without a number");
            }
            numbered |= number;
            int index = number ? Integer.parseInt(name) : automatic++;
            if (index >= args.positional.length) {
                throw EvaluationFailure.failed("the format has no argument number " + index);
            }
            return args.positional[index];
        }
        for (int i = 0; i < args.names.length; i++) {
            if (args.names[i].equals(name)) {
                return args.named[i];
            }
        }
        throw EvaluationFailure.failed("the format has no argument called " + Text.cut(name, 24));
    }
}
