package io.outrider.docker.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartParametersTest {
    /** Name, value, pointer in the body and what is there. */
    private static final String TABLE = """
            environment       | ['A=1','B=x=y']                          | /Env | ['A=1','B=x=y']
            environment       | [{'B':2},{'A':true}]                     | /Env | ['A=true','B=2']
            environment       | [{'name':'A','value':'1'}]               | /Env | ['A=1']
            environment       | {'B':'2','A':1.5,'C':null,'D':''}        | /Env | ['A=1.5','B=2','D=']
            environment       | 'A=1,2'                                  | /Env | ['A=1,2']
            environment       | 'A=1\\nB=\\"x y\\"\\n'                   | /Env | ['A=1','B=x y']
            env               | ['A=']                                   | /Env | ['A=']
            volumes           | ['/a:/b','/c/../d:/e:ro','v1:/f:rw,z']   | /HostConfig/Binds | ['/a:/b','/d:/e:ro','v1:/f:rw,z']
            volumes           | ['/a','/b/']                             | /Volumes | {'/a':{},'/b':{}}
            volumes           | {'/a':{'bind':'/b','mode':'ro'},'/c':'/d','v1':{'bind':'/e'}} | /HostConfig/Binds | ['/a:/b:ro','/c:/d','v1:/e']
            volumes           | {'/a':{}}                                | /Volumes | {'/a':{}}
            binds             | '/a:/b:ro,z,/c:/d'                       | /HostConfig/Binds | ['/a:/b:ro,z','/c:/d']
            port_bindings     | ['8080:80']                              | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'','HostPort':'8080'}]}
            port_bindings     | '53:53/udp,127.0.0.1:8080:80/tcp'        | /HostConfig/PortBindings | {'53/udp':[{'HostIp':'','HostPort':'53'}],'80/tcp':[{'HostIp':'127.0.0.1','HostPort':'8080'}]}
            port_bindings     | ['[::1]:8080:80']                        | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'::1','HostPort':'8080'}]}
            port_bindings     | 80                                       | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'','HostPort':''}]}
            port_bindings     | [80,'1.2.3.4::81','0:82']                | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'','HostPort':''}],'81/tcp':[{'HostIp':'1.2.3.4','HostPort':''}],'82/tcp':[{'HostIp':'','HostPort':''}]}
            port_bindings     | {'80/tcp':8080,'81':'8081'}              | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'','HostPort':'8080'}],'81/tcp':[{'HostIp':'','HostPort':'8081'}]}
            port_bindings     | {'80/tcp':null}                          | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'','HostPort':''}]}
            port_bindings     | {'80/tcp':['127.0.0.1',8080]}            | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'127.0.0.1','HostPort':'8080'}]}
            port_bindings     | {'80/tcp':[8080,'8081']}                 | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'','HostPort':'8080'},{'HostIp':'','HostPort':'8081'}]}
            port_bindings     | {'80/tcp':[{'HostIp':'127.0.0.1','HostPort':'8080'}]} | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'127.0.0.1','HostPort':'8080'}]}
            port_bindings     | ['8080:80']                              | /ExposedPorts | {'80/tcp':{}}
            ports             | [80,'53/udp']                            | /ExposedPorts | {'80/tcp':{},'53/udp':{}}
            ports             | '80,81'                                  | /ExposedPorts | {'80/tcp':{},'81/tcp':{}}
            ports             | ['8080:80']                              | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'','HostPort':'8080'}]}
            ports             | {'80/tcp':8080}                          | /HostConfig/PortBindings | {'80/tcp':[{'HostIp':'','HostPort':'8080'}]}
            restart_policy    | 'always'                                 | /HostConfig/RestartPolicy | {'Name':'always','MaximumRetryCount':0}
            restart_policy    | 'on-failure:3'                           | /HostConfig/RestartPolicy | {'Name':'on-failure','MaximumRetryCount':3}
            restart_policy    | 'on-failure'                             | /HostConfig/RestartPolicy | {'Name':'on-failure','MaximumRetryCount':0}
            restart_policy    | false                                    | /HostConfig/RestartPolicy | {'Name':'no','MaximumRetryCount':0}
            restart_policy    | {'Name':'unless-stopped'}                | /HostConfig/RestartPolicy | {'Name':'unless-stopped','MaximumRetryCount':0}
            restart_policy    | {'name':'on-failure','maximum_retry_count':5} | /HostConfig/RestartPolicy | {'Name':'on-failure','MaximumRetryCount':5}
            network_mode      | 'container:other'                        | /HostConfig/NetworkMode | 'container:other'
            network_mode      | 'my_net'                                 | /HostConfig/NetworkMode | 'my_net'
            privileged        | true                                     | /HostConfig/Privileged | true
            privileged        | 'False'                                  | /HostConfig/Privileged | false
            devices           | ['/dev/a','/dev/b:/dev/c','/dev/d:/dev/e:r'] | /HostConfig/Devices | [{'PathOnHost':'/dev/a','PathInContainer':'/dev/a','CgroupPermissions':'rwm'},{'PathOnHost':'/dev/b','PathInContainer':'/dev/c','CgroupPermissions':'rwm'},{'PathOnHost':'/dev/d','PathInContainer':'/dev/e','CgroupPermissions':'r'}]
            devices           | '/dev/a:rw'                              | /HostConfig/Devices | [{'PathOnHost':'/dev/a','PathInContainer':'/dev/a','CgroupPermissions':'rw'}]
            devices           | [{'PathOnHost':'/dev/a','CgroupPermissions':'rw'}] | /HostConfig/Devices | [{'PathOnHost':'/dev/a','PathInContainer':'/dev/a','CgroupPermissions':'rw'}]
            cap_add           | 'NET_ADMIN,SYS_TIME'                     | /HostConfig/CapAdd | ['NET_ADMIN','SYS_TIME']
            cap_drop          | ['ALL']                                  | /HostConfig/CapDrop | ['ALL']
            labels            | ['a=1','b']                              | /Labels | {'a':'1','b':''}
            labels            | {'name':'x','value':'y'}                 | /Labels | {'name':'x','value':'y'}
            command           | 'sh -c \\"a b\\" c\\\\ d'                | /Cmd | ['sh','-c','a b','c d']
            command           | ['sh','-c','',1]                         | /Cmd | ['sh','-c','','1']
            command           | ' a\\"b c\\"d \\"\\\\\\\\$x\\\\y\\" \\"\\" e\\\\ '  | /Cmd | ['ab cd','\\\\$x\\\\y','','e ']
            entrypoint        | '/run  --x=1'                            | /Entrypoint | ['/run','--x=1']
            user              | 1000                                     | /User | '1000'
            working_dir       | '/app'                                   | /WorkingDir | '/app'
            hostname          | 'h'                                      | /Hostname | 'h'
            domainname        | 'd'                                      | /Domainname | 'd'
            mem_limit         | '256m'                                   | /HostConfig/Memory | 268435456
            memory            | 268435456                                | /HostConfig/Memory | 268435456
            memory            | '1.5g'                                   | /HostConfig/Memory | 1610612736
            memory            | '64 MiB'                                 | /HostConfig/Memory | 67108864
            memswap_limit     | -1                                       | /HostConfig/MemorySwap | -1
            mem_reservation   | '8g'                                     | /HostConfig/MemoryReservation | 8589934592
            cpus              | '1.5'                                    | /HostConfig/NanoCpus | 1500000000
            cpus              | 0.25                                     | /HostConfig/NanoCpus | 250000000
            nano_cpus         | 5000000000                               | /HostConfig/NanoCpus | 5000000000
            cpu_shares        | 512                                      | /HostConfig/CpuShares | 512
            cpuset_cpus       | '0,1'                                    | /HostConfig/CpusetCpus | '0,1'
            cpu_quota         | -1                                       | /HostConfig/CpuQuota | -1
            cpu_period        | '100000'                                 | /HostConfig/CpuPeriod | 100000
            pids_limit        | 100                                      | /HostConfig/PidsLimit | 100
            log_driver        | 'json-file'                              | /HostConfig/LogConfig/Type | 'json-file'
            log_opt           | ['max-size=1m',{'max-file':3}]           | /HostConfig/LogConfig/Config | {'max-size':'1m','max-file':'3'}
            log_opt           | {'max-size':'1m'}                        | /HostConfig/LogConfig/Config | {'max-size':'1m'}
            log_config        | {'Type':'local','Config':{'max-file':3}} | /HostConfig/LogConfig | {'Type':'local','Config':{'max-file':'3'}}
            log_config        | {'type':'local','config':null}           | /HostConfig/LogConfig | {'Type':'local'}
            healthcheck       | {'test':'true','interval':'30s','timeout':'500ms','start_period':'1m30s','retries':3} | /Healthcheck | {'Test':['CMD-SHELL','true'],'Interval':30000000000,'Timeout':500000000,'StartPeriod':90000000000,'Retries':3}
            healthcheck       | {'Test':['CMD','a','b'],'Interval':1000000000} | /Healthcheck | {'Test':['CMD','a','b'],'Interval':1000000000}
            healthcheck       | 'curl x'                                 | /Healthcheck | {'Test':['CMD-SHELL','curl x']}
            healthcheck       | ['NONE']                                 | /Healthcheck | {'Test':['NONE']}
            tty               | true                                     | /Tty | true
            stdin_open        | 'true'                                   | /OpenStdin | true
            init              | true                                     | /HostConfig/Init | true
            read_only         | true                                     | /HostConfig/ReadonlyRootfs | true
            tmpfs             | ['/run','/tmp:size=1m,mode=755']         | /HostConfig/Tmpfs | {'/run':'','/tmp':'size=1m,mode=755'}
            tmpfs             | {'/run':'size=1m'}                       | /HostConfig/Tmpfs | {'/run':'size=1m'}
            shm_size          | '64k'                                    | /HostConfig/ShmSize | 65536
            ulimits           | ['nofile=1024:2048','core=-1']           | /HostConfig/Ulimits | [{'Name':'nofile','Soft':1024,'Hard':2048},{'Name':'core','Soft':-1,'Hard':-1}]
            ulimits           | [{'Name':'nofile','Soft':1,'Hard':2},{'name':'core','soft':5}] | /HostConfig/Ulimits | [{'Name':'nofile','Soft':1,'Hard':2},{'Name':'core','Soft':5,'Hard':5}]
            sysctls           | {'net.core.somaxconn':1024}              | /HostConfig/Sysctls | {'net.core.somaxconn':'1024'}
            sysctls           | ['a.b=1']                                | /HostConfig/Sysctls | {'a.b':'1'}
            security_opt      | ['no-new-privileges']                    | /HostConfig/SecurityOpt | ['no-new-privileges']
            extra_hosts       | {'a':'1.2.3.4'}                          | /HostConfig/ExtraHosts | ['a:1.2.3.4']
            extra_hosts       | ['a:fe80::1']                            | /HostConfig/ExtraHosts | ['a:fe80::1']
            dns               | ['1.1.1.1']                              | /HostConfig/Dns | ['1.1.1.1']
            dns_search        | 'a,b'                                    | /HostConfig/DnsSearch | ['a','b']
            dns_opt           | ['ndots:1']                              | /HostConfig/DnsOptions | ['ndots:1']
            stop_signal       | 'SIGINT'                                 | /StopSignal | 'SIGINT'
            stop_signal       | 'rtmin+3'                                | /StopSignal | 'rtmin+3'
            stop_signal       | 10                                       | /StopSignal | '10'
            stop_timeout      | 30                                       | /StopTimeout | 30
            ipc_mode          | 'private'                                | /HostConfig/IpcMode | 'private'
            pid_mode          | 'host'                                   | /HostConfig/PidMode | 'host'
            uts_mode          | 'host'                                   | /HostConfig/UTSMode | 'host'
            userns_mode       | 'host'                                   | /HostConfig/UsernsMode | 'host'
            group_add         | ['dialout',20]                           | /HostConfig/GroupAdd | ['dialout','20']
            oom_score_adj     | -500                                     | /HostConfig/OomScoreAdj | -500
            local_api         | true                                     | /local_api | true
            """;

    private static JsonNode body(String parameters) throws Failure {
        return Documents.reread(StartParameters.body(Documents.parameters(parameters)));
    }

    private static Failure refused(String parameters) {
        return catchThrowableOfType(Failure.class, () -> body(parameters));
    }

    @Test
    void eachShapeArrivesAtItsPlace() throws Failure {
        Set<String> names = new HashSet<>();
        for (String line : TABLE.lines().toList()) {
            String[] row = line.split("\\|");
            String name = row[0].strip();
            names.add(name);
            JsonNode body = body("{'" + name + "': " + row[1].strip() + "}");
            assertThat(body.at(row[2].strip())).as(line).isEqualTo(Documents.tree(row[3].strip()));
        }
        assertThat(StartParameters.TABLE)
                .as("every row of the table is in the test")
                .allSatisfy(row -> assertThat(row.names()).containsAnyElementsOf(names));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mem_limit  | {\"a\":1}          | must be text, a number, true or false",
                "mem_limit  | \"99999999999999t\" | is too large a number, or has too many digits",
                "pids_limit | 1e300            | is too large a number, or has too many digits",
                "pids_limit | 1e20             | must be an integer from",
                "cpu_shares | 99999999999999999999 | is too large a number, or has too many digits",
                "cpus       | \"1e300\"          | is too large a number, or has too many digits",
                "cpus       | \"two\"            | must be a number",
                "user       | \"a\\u0000\"       | must be text without the character NUL",
            })
    void theReasonIsTheOneThatIsWrong(String name, String value, String sentence) {
        assertThat(refused("{\"" + name + "\": " + value + "}"))
                .hasMessageContaining(name)
                .hasMessageContaining(": " + sentence);
    }

    @Test
    void numbersHaveTheTypesThatAReaderOfJsonGivesThem() throws Failure {
        JsonNode body =
                StartParameters.body(Documents.parameters("{'memory': '1g', 'shm_size': '8g', 'pids_limit': 5}"));
        assertThat(body).isEqualTo(Documents.reread(body));
    }

    @Test
    void whatIsNullOrEmptyIsAbsent() throws Failure {
        assertThat(
                        body(
                                "{'environment': [], 'port_bindings': {}, 'binds': [], 'network_mode': '', 'privileged': null,"
                                        + " 'command': '', 'restart_policy': '', 'unknown': null, 'detach': true, 'skip_translate': 'x'}"))
                .isEmpty();
        assertThat(StartParameters.body(Documents.parameters("null"))).isEmpty();
        assertThat(StartParameters.body(Documents.parameters("[]"))).isEmpty();
    }

    @Test
    void aMountPointInOneListAndItsSourceInAnotherAreOneMount() throws Failure {
        JsonNode body = body("{'volumes': ['/b'], 'binds': ['/a:/b', '/c:/d']}");
        assertThat(body).isEqualTo(Documents.tree("{'HostConfig': {'Binds': ['/a:/b', '/c:/d']}}"));
    }

    @Test
    void theOrderOfMembersChangesNothing() throws Failure {
        assertThat(body("{'environment': {'A': 1, 'B': 2}, 'ports': [1]}").toString())
                .isEqualTo(
                        body("{'ports': [1], 'environment': {'B': 2, 'A': 1}}").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "environment: ['A']",
                "environment: [['A=1']]",
                "environment: ['=1']",
                "environment: 5.5",
                "environment: {'A': []}",
                "volumes: ['a/b:/c']",
                "volumes: ['/a:b']",
                "volumes: ['/a:/b:rx']",
                "volumes: ['/a:/b:ro:z']",
                "volumes: ['/a:/']",
                "volumes: ['/a:/b','/c:/b']",
                "volumes: ['./a:/b']",
                "volumes: [':/b']",
                "volumes: {'/a': {'mode': 'ro'}}",
                "port_bindings: ['99999:80']",
                "port_bindings: ['80:0']",
                "port_bindings: ['a:80']",
                "port_bindings: ['1:2:3:4']",
                "port_bindings: {'80/xtp': 1}",
                "port_bindings: true",
                "port_bindings: ['-1:80']",
                "restart_policy: 'sometimes'",
                "restart_policy: 'always:3'",
                "restart_policy: 'on-failure:-1'",
                "restart_policy: true",
                "stop_signal: 'NOPE'",
                "stop_signal: 'SIG'",
                "stop_signal: 'RTMIN+16'",
                "stop_signal: 0",
                "stop_signal: 65",
                "restart_policy: {'Nam': 'always'}",
                "network_mode: 'a b'",
                "network_mode: 'container:'",
                "network_mode: ['host']",
                "privileged: 'yes'",
                "privileged: 1",
                "devices: ['dev/x']",
                "devices: ['/dev/a:/dev/b:x']",
                "devices: [{'Path': '/dev/a'}]",
                "labels: {'io.outrider.run': 'x'}",
                "labels: {'a': {}}",
                "command: '\\\"a'",
                "command: {'a': 1}",
                "memory: '12q'",
                "memory: '-5'",
                "memory: '99999999999999g'",
                "cpus: 'two'",
                "cpus: -1",
                "pids_limit: 1.5",
                "pids_limit: '1e99'",
                "cpu_shares: 99999999999999999999",
                "healthcheck: {'test': ['a']}",
                "healthcheck: {'interval': '30'}",
                "healthcheck: {'interval': '-30s'}",
                "healthcheck: {'intervall': '30s'}",
                "healthcheck: {'test': 'a', 'Test': 'b'}",
                "healthcheck: {'retries': -1}",
                "healthcheck: {'interval': '9999999999h'}",
                "stop_timeout: 99999999999",
                "stop_timeout: -5",
                "ulimits: ['nofile']",
                "ulimits: {'nofile': 'x'}",
                "ulimits: [{'Soft': 1}]",
                "sysctls: ['x']",
                "extra_hosts: ['x']",
                "log_config: {'Typ': 'x'}",
                "user: 1.5",
                "tty: ['a']",
                "name: 'x'",
                "image: 'x'",
                "auto_remove: true",
                "hostname: 'a\\u0000b'"
            })
    void whatCannotBeMeantIsRefusedWithItsPath(String parameter) {
        int colon = parameter.indexOf(':');
        Failure failure = refused("{'" + parameter.substring(0, colon) + "':" + parameter.substring(colon + 1) + "}");
        assertThat(failure).as(parameter).isNotNull();
        assertThat(failure.code()).isEqualTo(DockerErrors.PARAMETER_INVALID.name());
        assertThat(failure.path()).startsWith("p." + parameter.substring(0, colon));
        assertThat(failure.getMessage()).startsWith(failure.path() + ": ").doesNotContain("java");
    }

    @Test
    void anUnknownParameterIsNamedWithTheNearest() {
        Failure failure = refused("{'enviroment': ['A=1']}");
        assertThat(failure.code()).isEqualTo(DockerErrors.PARAMETER_UNKNOWN.name());
        assertThat(failure).hasMessage("p.enviroment: is not known; the nearest is environment");
        assertThat(refused("{'" + "x".repeat(40_000) + "': 1}").getMessage()).hasSizeLessThan(200);
    }

    @Test
    void twoNamesOfOneParameterAreRefused() {
        assertThat(refused("{'memory': '1m', 'mem_limit': '1m'}").getMessage()).contains("give one of them");
    }

    @Test
    void aSecretInTheEnvironmentIsInNoMessage() {
        for (String value : Arrays.asList("['secret']", "[['secret']]", "{'A': {'secret': 'secret'}}", "['=secret']")) {
            assertThat(refused("{'environment': " + value + "}").getMessage()).doesNotContain("secret");
        }
    }
}
