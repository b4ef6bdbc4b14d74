/** The embedded broker: Apache ActiveMQ Artemis with MQTT, and who may do what at it. */
package io.outrider.service.broker;
