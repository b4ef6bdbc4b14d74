# Each line that bench/demo prints and runs, between its comment and what the check expects: the status of its request, and an
# expression to find in its output, where $name is the value of a variable. A line that begins with name=$( sets a variable to what
# it prints. "#=root" marks what needs a container engine.

## Accounts and tokens

# a login gives a JSON Web Token, as consoles use it
jwt=$(curl -s $url/auth/login/ -d '{"email": "owner@example.com", "password": "correct horse"}' | jq -r .token); echo $jwt
#= 200 ^ey[^ ]+$
# a new API token, as scripts use it; its value is shown this once
curl -s -H "Authorization: Bearer $jwt" $url/auth/tokens/ -d '{"name": "script", "expires": "2099-01-01T00:00:00Z"}' | jq -c .
#= 201 "token":"
# the tokens of the account have ids, and no values
script=$(curl -s -H "$auth" $url/auth/tokens/ | jq 'map(select(.name == "script").id)[-1]'); echo $script
#= 200 ^\d+$
# withdraws it
curl -si -X DELETE -H "$auth" $url/auth/tokens/$script/ | head -1
#= 204 204

## Devices, and how units become some

# the devices of the account
curl -s -H "$auth" $url/dongle/devices/ | jq -c '.[]'
#= 200 "id":"$device","unit_id":"van-12"
# one of them, with what its unit reports
curl -s -H "$auth" $url/dongle/devices/$device/ | jq
#= 200 "online": true
# a code with which one unit enrols, once ("outrider enrol $url $code" on the unit, or the line behind it)
code=$(curl -s -H "$auth" $url/dongle/enrolment_codes/ -d '{"name": "second van"}' | jq -r .code); echo $code
#= 201 ^\S+$
# a unit enrols with it; the password is its own for broker and uploads
secret=$(curl -s $url/enrol/ -d '{"code": "'$code'", "unit_id": "van-13"}' | jq -r .password); echo $secret
#= 201 ^\S+$
# a client certificate of it, which lets it in without the password (outrider enrol … certificate=yes)
curl -s -H "unit-id: van-13" -H "Authorization: token $secret" $url/enrol/certificate/ -d '{"certificate_request": '"$(openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /dev/null -subj /CN=van-13 2> /dev/null | jq -Rs .)"'}' | jq -r .certificate | openssl x509 -noout -subject
#= 201 CN = van-13
# its device
second=$(curl -s -H "$auth" $url/dongle/devices/ | jq -r '.[] | select(.unit_id == "van-13").id'); echo $second
#= 200 ^\S+$
# a device whose unit comes later
third=$(curl -s -H "$auth" $url/dongle/devices/ -d '{"unit_id": "van-14", "containers": true}' | jq -r .id); echo $third
#= 201 ^\S+$
# containers are enabled, and a logger is set, which the unit gets
curl -s -X PATCH -H "$auth" $url/dongle/devices/$device/ -d '{"containers": true, "settings": {"loggers": [{"function": "obd.query", "arg": ["SOC"], "kwarg": {"header": "7E4", "mode": "22", "pid": "0105", "formula": "message.data[34]/2"}, "every": "2s"}]}}' | jq -c .settings
#= 200 message.data
# the unit has it
curl -s -H "$auth" $url/dongle/devices/$device/ | jq -c .reported
#= 200 "revision":\d.*"applied":1
# containers for the second van
curl -s -X PATCH -H "$auth" $url/dongle/devices/$second/ -d '{"containers": true}' | jq -c .containers
#= 200 ^true$

## Commands, and callbacks that are signed

# asks the vehicle; the receiver at $hook gets the answer
jid=$(curl -s -H "$auth" $url/dongle/devices/$device/execute/ -d '{"command": "obd.query", "arg": ["RPM"], "callback_url": "'$hook'"}' | jq -r .jid); echo $jid
#= 200 ^\d{20}$
# how far the job is, and the answer
curl -s -H "$auth" $url/dongle/devices/$device/job/$jid/ | jq -c '[.state, .reply.return]'
#= 200 ^\["done",\{"_type":"rpm","value":\d
# what the receiver has got; it verified the signature with the token (bench/webhook.py)
curl -s $hook | jq -c '.[0]'
#= 200 ^\{"signature":"right","jid":"$jid","state":"COMMAND_EXECUTED"
# the requests to the receiver, as the service keeps them for two days
curl -s -H "$auth" $url/dongle/devices/$device/callback/$jid/ | jq -c .sent_requests
#= 200 "state":"COMMAND_EXECUTED","success":true,"response_statuscode":200
# a whole line, here with a formula for the charge of the battery
jid=$(curl -s -H "$auth" $url/dongle/devices/$device/execute_raw/ -d '{"command": "obd.query SOC header=7E4 mode=22 pid=0105 formula=message.data[34]/2"}' | jq -r .jid); echo $jid
#= 200 ^\d{20}$
# its answer
curl -s -H "$auth" $url/dongle/devices/$device/job/$jid/ | jq -c '[.state, .reply.return]'
#= 200 ^\["done",\{"_type":"soc","value":\d
# a command that takes longer than its callback waits: TIMEOUT, later COMMAND_EXECUTED
jid=$(curl -s -H "$auth" $url/dongle/devices/$device/execute/ -d '{"command": "test.sleep", "arg": [3], "callback_url": "'$hook'", "callback_timeout": 1}' | jq -r .jid); echo $jid
#= 200 ^\d{20}$
# both, and both signed
curl -s $hook | jq -c '[.[] | select(.jid == "'$jid'") | {signature, state}]'
#= 200 ^\[\{"signature":"right","state":"COMMAND_EXECUTED"\},\{"signature":"right","state":"TIMEOUT"\}\]$

## Telemetry

# fields that can be read, with their types
curl -s -H "$auth" "$url/logbook/storage/fields/?device_id=$device" | jq -c '.[]'
#= 200 "field":"obd.rpm.value","type":"float"
# the latest value
curl -s -H "$auth" "$url/logbook/storage/read/?device_id=$device&field=obd.speed.value&field_type=float&from_utc=$(date -u -d '-1 hour' +%FT%TZ)&aggregation=none" | jq -c .
#= 200 ^\[\{"ts":"[^"]+","max_ts":\d+,"value":\d[^{]*\}\]$
# the newest three, as whole numbers
curl -s -H "$auth" "$url/logbook/storage/read/?device_id=$device&field=obd.rpm.value&field_type=long&from_utc=$(date -u -d '-1 hour' +%FT%TZ)&aggregation=none&size=3" | jq -c 'map(.value)'
#= 200 ^\[\d+,\d+,\d+\]$
# 24 hours by the hour are 24 points, null where there is nothing
curl -s -H "$auth" "$url/logbook/storage/read/?device_id=$device&field=obd.rpm.value&field_type=float&from_utc=$(date -u -d '-23 hours' +%FT%H:00:00Z)&to_utc=$(date -u -d '+1 hour' +%FT%H:00:00Z)&aggregation=avg&interval=1h" | jq -c '[length, .[0].value, .[-1].value]'
#= 200 ^\[24,.*\d\]$
# the highest speed of each minute
curl -s -H "$auth" "$url/logbook/storage/read/?device_id=$device&field=obd.speed.value&field_type=float&from_utc=$(date -u -d '-2 min' +%FT%TZ)&to_utc=$(date -u -d '+1 min' +%FT%TZ)&aggregation=max&interval=1m" | jq -c 'map(.value)'
#= 200 \d
# records as the unit sent them
curl -s -H "$auth" "$url/logbook/storage/raw/?device_id=$device&data_type=obd.rpm&start_utc=$(date -u -d '-1 min' +%FT%TZ)&end_utc=$(date -u -d '+1 min' +%FT%TZ)" | jq -c '.[-1]'
#= 200 "@t":"obd.rpm"
# what was uploaded in a period, of all types
curl -s -H "$auth" "$url/logbook/storage/raw/?device_id=$device&start_utc=$(date -u -d '-1 min' +%FT%TZ)&end_utc=$(date -u -d '+1 min' +%FT%TZ)&use_upload_time=true" | jq -c 'map(."@t") | unique'
#= 200 "obd.rpm"
# a unit uploads over HTTPS, here the second van a position
curl -s -H "unit-id: van-13" -H "Authorization: token $secret" $url/logbook/storage/ -d '[{"@t": "track.pos", "@ts": "'$(date -u +%FT%TZ)'", "loc": {"lat": 55.67, "lon": 12.56}, "alt": 12}]' | jq -c .
#= 200 ^\{\}$
# and there it is
curl -s -H "$auth" "$url/logbook/storage/read/?device_id=$second&field=track.pos.loc&field_type=geo_point&from_utc=$(date -u -d '-1 hour' +%FT%TZ)" | jq -c .
#= 200 "location":\{"lat":55.67,"lon":12.56\}
# trips, by the events of the engine
curl -s -H "$auth" "$url/logbook/trips/?device_id=$device&start_utc=$(date -u -d '-1 hour' +%FT%TZ)&end_utc=$(date -u -d '+1 min' +%FT%TZ)" | jq -c '.[]'
#= 200 "state":"ONGOING"
# everything of the device, live, for two seconds
curl -sN -m 2 -H "$auth" $url/dongle/devices/$device/events/ | cut -c 1-160
#= 200 event: record

## Containers: a registry, a project, a release at once

# a registry with its password, which is never given back
own=$(curl -s -H "$auth" $url/docker/registries/ -d '{"name": "own", "url": "'$registry'", "username": "unit", "password": "right horse"}' | jq .id); echo $own
#= 201 ^\d+$
# all, and one
curl -s -H "$auth" $url/docker/registries/ | jq -c '.[]'
#= 200 "name":"own",.*"has_password":true
curl -s -H "$auth" $url/docker/registries/$own/ | jq -c .
#= 200 "id":$own,
# another text about it; and all of it anew, but the password
curl -s -X PATCH -H "$auth" $url/docker/registries/$own/ -d '{"metadata": {"owner": "team"}}' | jq -c .metadata
#= 200 "owner":"team"
curl -s -X PUT -H "$auth" $url/docker/registries/$own/ -d '{"name": "own", "url": "'$registry'", "username": "unit"}' | jq -c .
#= 200 "has_password":true
# a project groups the releases of an application
project=$(curl -s -H "$auth" $url/docker/projects/ -d '{"name": "fleet", "registry": '$own', "devices": ["'$device'"]}' | jq .id); echo $project
#= 201 ^\d+$
curl -s -H "$auth" $url/docker/projects/ | jq -c '.[]'
#= 200 "name":"fleet"
curl -s -H "$auth" $url/docker/projects/$project/ | jq -c .
#= 200 "id":$project,
curl -s -X PATCH -H "$auth" $url/docker/projects/$project/ -d '{"description": "what runs in our vans"}' | jq -c .
#= 200 "what runs in our vans"
curl -s -X PUT -H "$auth" $url/docker/projects/$project/ -d '{"name": "fleet", "registry": '$own', "devices": ["'$device'", "'$third'"]}' | jq -c .
#= 200 "$third"
# a release to one device
first=$(curl -s -H "$auth" $url/docker/projects/$project/releases/ -d '{"version": "1.0.0", "devices": ["'$device'"], "containers": [{"name": "app", "image": "app", "tag": "1", "startup_parameters": {"network_mode": "none", "restart_policy": "always"}}]}' | jq .id); echo $first
#= 201 ^\d+$
# the unit has it, and waits for the end of the drive
curl -s -H "$auth" $url/docker/projects/$project/releases/$first/deployments/ | jq -c '.[] | [.unit_id, .published, .state]'
#=root 200 ^\["van-12",true,"waiting"\]$
# this command applies it now
jid=$(curl -s -H "$auth" $url/dongle/devices/$device/execute/ -d '{"command": "state.sls docker.release", "callback_url": "'$hook'", "callback_timeout": 600}' | jq -r .jid); echo $jid
#= 200 ^\d{20}$
# it runs on the container engine of the unit
curl -s -H "$auth" $url/docker/projects/$project/releases/$first/ | jq -c '[.version, .version_hash, .state, .successful_deployments]'
#=root 200 ^\["1.0.0","[0-9a-f]{8}","published",\["$device"\]\]$
# by Docker's own command line
docker -H $engine ps --format '{{.Names}} {{.Image}}'
#=root ^fleet-app-1.0.0
# the result of the states came to the receiver
curl -s $hook | jq -c '.[0] | [.signature, .jid, .response.data.fun, .response.data.success]'
#=root 200 ^\["right","$jid","state.sls",true\]$

## A release in waves, applied between two drives

# the first wave is one van, then half of the others, then all
next=$(curl -s -H "$auth" $url/docker/projects/$project/releases/ -d '{"version": "1.1.0", "devices": ["'$device'", "'$second'", "'$third'"], "rollout": {"canary": ["'$device'"], "waves": [50, 100]}, "containers": [{"name": "app", "image": "app", "tag": "2", "startup_parameters": {"network_mode": "none", "restart_policy": "always"}}]}' | jq .id); echo $next
#= 201 ^\d+$
# all releases, and the newest
curl -s -H "$auth" $url/docker/projects/$project/releases/ | jq -c '.[] | [.version, .state, .counts]'
#= 200 "1.1.0","rolling"
curl -s -H "$auth" $url/docker/projects/$project/releases/active/ | jq -c '[.version, .state]'
#= 200 "1.1.0"
# the first van waits for the end of the drive, the others for the first
curl -s -H "$auth" $url/docker/projects/$project/releases/$next/deployments/ | jq -c '.[] | [.unit_id, .published, .state]'
#=root 200 ^\["van-12",true,"waiting"\]\n\["van-1\d",false,"pending"\]\n\["van-1\d",false,"pending"\]$
# the drive of the simulated vehicle ends
curl -s $car/park
#= 200 parked
# the rollout, live, for ten seconds, in which the first van applies it
curl -sN -m 10 -H "$auth" $url/docker/projects/$project/releases/$next/events/ | grep data
#= 200 "version":"1.1.0"
# van-12 has it, and one of the others is next
curl -s -H "$auth" $url/docker/projects/$project/releases/$next/deployments/ | jq -c '.[] | [.unit_id, .published, .state]'
#=root 200 ^\["van-12",true,"applied"\]\n\["van-1\d",true,"pending"\]\n\["van-1\d",false,"pending"\]$
# the rollout is stopped; it goes on with its next wave, which is the last
curl -s -X POST -H "$auth" $url/docker/projects/$project/releases/$next/stop/ | jq -c .state
#= 200 "stopped"
curl -s -X POST -H "$auth" $url/docker/projects/$project/releases/$next/resume/ | jq -c .state
#= 200 "(rolling|published)"
# the unit has announced its sleep before it became idle; what has happened
curl -s -H "$auth" "$url/logbook/storage/raw/?device_id=$device&start_utc=$(date -u -d '-1 min' +%FT%TZ)&end_utc=$(date -u -d '+1 min' +%FT%TZ)" | jq -r '.[] | select(."@tag") | ."@ts" + " " + ."@tag"'
#= 200 system/power/sleep
# why it is idle
jid=$(curl -s -H "$auth" $url/dongle/devices/$device/execute/ -d '{"command": "power.status"}' | jq -r .jid); echo $jid
#= 200 ^\d{20}$
curl -s -H "$auth" $url/dongle/devices/$device/job/$jid/ | jq -r .reply.return.summary
#= 200 engine stopped
# the next drive begins; the trip before is completed
curl -s $car/drive
#= 200 drives
curl -s -H "$auth" "$url/logbook/trips/?device_id=$device&start_utc=$(date -u -d '-1 hour' +%FT%TZ)&end_utc=$(date -u -d '+1 min' +%FT%TZ)" | jq -c '.[] | [.start_time_utc, .end_time_utc, .state]'
#= 200 "COMPLETED"
# the release is kept from further devices, and then taken back; "active" is the one before
curl -s -X PATCH -H "$auth" $url/docker/projects/$project/releases/$next/ -d '{"devices": ["'$device'"]}' | jq -c .devices
#= 200 ^\["$device"\]$
curl -s -X POST -H "$auth" $url/docker/projects/$project/releases/$next/rollback/ | jq -c .state
#= 200 "rolled_back"
curl -s -H "$auth" $url/docker/projects/$project/releases/active/ | jq -c '[.version, .state]'
#= 200 "1.0.0"
# a release as a whole: its devices may change, what it consists of may not
curl -s -X PUT -H "$auth" $url/docker/projects/$project/releases/$first/ -d '{"version": "1.0.0", "devices": [], "containers": [{"name": "app", "image": "app", "tag": "1", "startup_parameters": {"network_mode": "none", "restart_policy": "always"}}]}' | jq -c .devices
#= 200 ^\[\]$

## Everything is deleted again

curl -si -X DELETE -H "$auth" $url/docker/projects/$project/releases/$next/ | head -1
#= 204 204
curl -si -X DELETE -H "$auth" $url/docker/projects/$project/releases/$first/ | head -1
#= 204 204
curl -si -X DELETE -H "$auth" $url/docker/projects/$project/ | head -1
#= 204 204
curl -si -X DELETE -H "$auth" $url/docker/registries/$own/ | head -1
#= 204 204
curl -si -X DELETE -H "$auth" $url/dongle/devices/$second/ | head -1
#= 204 204
curl -si -X DELETE -H "$auth" $url/dongle/devices/$third/ | head -1
#= 204 204

## Operation

# whether all parts work
curl -s $url/health | jq -c .
#= 200 "healthy":true
# metrics for Prometheus
curl -s $url/metrics | grep -v '^#' | head -5
#= 200 \d
# the OpenAPI document
curl -s $url/openapi.json | jq -c '.paths | keys[]'
#= 200 "/dongle/devices/\{device\}/execute/"
