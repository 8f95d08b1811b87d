# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# Checkbox remote: the agent on the machine under test, the controller at a desk, each in a network
# namespace of its own. The launcher is the one that docs/fleet.md gives, word by word.

. "$top_srcdir/tests/lib/lab.sh"
. "$top_srcdir/tests/checkbox/lib.sh"

PORT=18871
AGENT=10.79.0.2

# know_release: how this release calls the two ends.
know_release()
{
	case $(checkbox_version) in
	1.*) AGENT_COMMAND=service CONTROLLER_COMMAND=remote ;;
	*) AGENT_COMMAND=run-agent CONTROLLER_COMMAND=control ;;
	esac
}

# lay_management_cable: between the desk and a port of the machine that is not under test.
lay_management_cable()
{
	lab_add_netns desk
	lab_do ip link add mgmt netns "$(lab_netns machine)" type veth peer name mgmt netns "$(lab_netns desk)"
	lab_do ip -n "$(lab_netns machine)" address add "$AGENT/24" dev mgmt
	lab_do ip -n "$(lab_netns desk)" address add 10.79.0.1/24 dev mgmt
	lab_do ip -n "$(lab_netns machine)" link set mgmt up
	lab_do ip -n "$(lab_netns desk)" link set mgmt up
}

# write_launcher: the one of the documentation, for the plan that takes a minute.
write_launcher()
{
	sed -n '/^```ini launcher/,/^```$/{/^```/d;p}' "$top_srcdir/docs/fleet.md" |
		sed 's/linerate-cert$/linerate-quick/' >"$DESK/launcher"
	tap_ok "the documentation has a launcher" grep -q linerate-quick "$DESK/launcher"
}

start_agent()
{
	checkbox_make_world "$MACHINE"
	checkbox_provide "$MACHINE"
	checkbox_configure "$MACHINE" \
		TEST_TARGET_IPERF="$(lab_target_address eth1),$(lab_target_address eth2)" \
		LINERATE_SPEED=eth1=1G,eth2=1G LINERATE_ALLOW_VIRTUAL=eth1,eth2 </dev/null
	# The only file that an agent reads.
	mv "$MACHINE/home/.config/canonical-certification.conf" "$MACHINE/home/.config/checkbox.conf"
	checkbox_world "$MACHINE" ip netns exec "$(lab_netns machine)" \
		env PROVIDERPATH="$MACHINE/providers" setpriv --pdeathsig KILL \
		checkbox-cli "$AGENT_COMMAND" </dev/null >"$MACHINE/log" 2>&1 &
	AGENT_PID=$!
	lab_await 30 lab_listens machine $PORT || tap_bail "the agent does not listen: $(cat "$MACHINE/log")"
}

# run_controller: knows of no provider and no target; both are the agent's.
run_controller()
{
	checkbox_make_world "$DESK"
	write_launcher
	checkbox_world "$DESK" ip netns exec "$(lab_netns desk)" env PROVIDERPATH="$DESK/providers" \
		timeout --kill-after 5 240 checkbox-cli "$CONTROLLER_COMMAND" -u root "$AGENT" "$DESK/launcher" \
		</dev/null >"$DESK/log" 2>&1
	archive=$(find "$DESK" "$MACHINE/data" -name 'submission_*.tar.xz' | head -n 1)
	if [ -z "$archive" ]; then
		tap_diag "$(cat "$DESK/log" "$MACHINE/log")"
		tap_bail "no archive came back"
	fi
	tap_like "the archive is at the desk" "$archive" "^$DESK/"
	tar -xJOf "$archive" submission.json >"$DESK/submission.json"
}

# outcome_of ID, log_of ID: as the controller was told.
outcome_of() { jq -r --arg id "$1" '.results[] | select(.id == $id) | .outcome' "$DESK/submission.json"; }
log_of() { jq -r --arg id "$1" '.results[] | select(.id == $id) | .io_log' "$DESK/submission.json"; }

check_results()
{
	tap_is "the interfaces of the machine were tested" \
		"$(jq -r '[.results[].id | select(startswith("linerate/quick/"))] | sort | join(" ")' \
			"$DESK/submission.json")" "linerate/quick/eth1 linerate/quick/eth2"
	tap_is "the healthy one passed" "$(outcome_of linerate/quick/eth1)" pass
	tap_is "the slow one failed" "$(outcome_of linerate/quick/eth2)" fail
	tap_like "and the desk reads why" "$(log_of linerate/quick/eth2)" 'FAIL eth2: .*: path-limit'
	tap_is "the management port was left alone" \
		"$(jq '[.results[].id | select(contains("/mgmt"))] | length' "$DESK/submission.json")" 0
	tap_is "the result came back as an attachment" \
		"$(tar -xJOf "$archive" attachment_files/com.canonical.contrib__linerate_quick-result_eth2 \
			2>/dev/null | jq -r .verdict.causes[0].id)" path-limit
}

checkbox_require
lab_require
lab_new
lab_add_nic eth1 --rate 1gbit
lab_add_nic eth2 --rate 500mbit
lab_start_targets 5201 2
lay_management_cable
MACHINE=$LAB_DIR/machine DESK=$LAB_DIR/desk
mkdir "$MACHINE" "$DESK"
know_release
lab_alone
start_agent
run_controller
check_results
[ "$TAP_FAILED" -eq 0 ] || tap_diag "$(cat "$DESK/log" "$MACHINE/log")"
kill "$AGENT_PID"
tap_ok "the agent ends when it is told to" lab_await 10 lab_is_gone "$AGENT_PID"
tap_done
