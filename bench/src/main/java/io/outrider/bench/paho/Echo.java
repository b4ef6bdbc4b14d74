package io.outrider.bench.paho;

/** Program {@code Echo PORT FROM TO}: publishes messages of one topic to another. Prints {@code up} and ends with its input. */
public final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws Exception {
        String to = arguments[2];
        try (PahoClient client = new PahoClient(Integer.parseInt(arguments[0]), "echo")) {
            client.subscribe(arguments[1], payload -> client.publish(to, payload, () -> {}));
            System.out.println("up");
            System.in.readAllBytes();
        }
    }
}
