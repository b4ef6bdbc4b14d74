package io.outrider.service.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.problem.Problem;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callbacks go to public addresses, and to those that the operator allows. */
class CallbackAddressesTest {
    private final CallbackAddresses addresses = new CallbackAddresses(List.of(), InetAddress::getAllByName);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "localhost",
                "0.0.0.0",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "168.63.129.16",
                "::ffff:0:7f00:1",
                "3fff::1",
                "5f00::1",
                "100.64.0.1",
                "192.0.2.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "[::1]",
                "[::]",
                "[fe80::1]",
                "[fc00::1]",
                "[fd12::1]",
                "[ff02::1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:10.0.0.1]",
                "[::7f00:1]",
                "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]",
                "[2001:db8::1]",
                "[::ffff:0:127.0.0.1]",
                "[::2:0:1]",
                "[0:0:0:1::1]",
                "[4000::1]",
                "[8000::1]",
                "2130706433",
                "0x7f.1",
                "127.1"
            })
    void privateAndSpecialAddressesAreRefused(String host) {
        assertThatThrownBy(() -> addresses.checked("http://" + host + "/x")).isInstanceOf(Problem.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://example.com/",
                "file:///etc/passwd",
                "http:/x",
                "//1.1.1.1/",
                "http://",
                "javascript:alert(1)",
                "x",
                "http://u:p@1.1.1.1/",
                "http://1.1.1.1/a b",
                "http://1.1.1.1/\r\nX: y",
                "http://[::1",
                "http://1.1.1.1:99999999999/",
                "http://1.1.1.1:99999/",
                "http://1.1.1.1:65536/",
                "http://1.1.1.1:0/",
                "http://1.1.1.1:-1/"
            })
    void otherUrlsAreRefused(String url) {
        assertThatThrownBy(() -> addresses.checked(url)).isInstanceOf(Problem.class);
    }

    @Test
    void publicAddressesArePassed() {
        for (String each : List.of(
                "http://1.1.1.1/",
                "https://172.32.0.1:8443/x?y=z",
                "http://[2606:4700::1111]/",
                "http://1.1.1.1:1/",
                "http://1.1.1.1:65535/",
                "http://1.1.1.1:/")) {
            assertThatCode(() -> addresses.checked(each)).doesNotThrowAnyException();
        }
    }

    @Test
    void theOperatorAllowsNetworks() {
        CallbackAddresses some = new CallbackAddresses(List.of("10.0.0.0/8", "fd00::/8"), InetAddress::getAllByName);
        assertThatCode(() -> some.checked("http://10.1.2.3/")).doesNotThrowAnyException();
        assertThatCode(() -> some.checked("http://[fd00::1]/")).doesNotThrowAnyException();
        assertThatThrownBy(() -> some.checked("http://127.0.0.1/")).hasMessageContaining("[callbacks] allow");
        assertThatThrownBy(() -> new CallbackAddresses(List.of("10.0.0.0/33"), InetAddress::getAllByName))
                .hasMessageContaining("is no network");
        assertThatThrownBy(() -> new CallbackAddresses(List.of("example.com/8"), InetAddress::getAllByName))
                .hasMessageContaining("is no network");
    }

    @Test
    void onePrivateAddressAmongPublicOnesIsEnough() {
        CallbackAddresses mixed = new CallbackAddresses(List.of(), host ->
                new InetAddress[] {InetAddress.getByName("1.1.1.1"), InetAddress.getByName("10.0.0.1")});
        assertThatThrownBy(() -> mixed.checked("http://example.com/")).hasMessageContaining("10.0.0.1");
        CallbackAddresses unknown = new CallbackAddresses(List.of(), host -> {
            throw new UnknownHostException(host);
        });
        assertThatThrownBy(() -> unknown.checked("http://example.com/")).hasMessageContaining("not known");
    }

    /** Computed with Python: hmac.new(b"key", b"{}", "sha256"). */
    @Test
    void theSignatureIsThatOfPython() {
        assertThat(CallbackSender.signature("{}".getBytes(), "key"))
                .isEqualTo("a777724d943eb48dc69bca8a4a6d57a04db3f9ec7e1de4e581e860265bdf3032");
    }
}
