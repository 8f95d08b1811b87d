# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash disable=SC2034,SC2317
# Situations: the interface, its link, its slot. Part of the truth table.

situation link-flap fail:link-flap --duration 10s --fail-threshold 20
# A driver would say so in the kernel's log; veth does not.
amid_link-flap()
{
	data_flows
	sleep 1
	if { echo "<4>lab $LAB_ID eth1: NIC Link is Down" >/dev/kmsg; } 2>/dev/null; then
		LOGGED=yes
	else
		LOGGED=no
	fi
	lab_pull_cable eth1
	sleep 1
	lab_plug_cable eth1
}
claim_link-flap()
{
	[ $LOGGED = yes ] || return
	jq -e --arg id "$LAB_ID" '[.runs[].surveys[].kernel_lines[]] | any(contains($id))' "$RESULT" \
		>/dev/null || echo "what the kernel logged is missing"
	# The first line that names an eth1, and other labs may have one.
	[ -n "$(evidence kernel_log)" ] || echo "the cause does not tell what the kernel logged"
}
situation link-lost fail:link-flap
amid_link-lost() { data_flows; lab_pull_cable eth1; }
situation underspeed fail:link-underspeed --speed 25G
situation unknown-speed error:speed-unknown
stage_unknown-speed() { SPEED=(); fake_link -1 unknown; }

# fake_link MBPS DUPLEX: a link like that, told by sysfs: the MAC address is another's, so that the
# program does not take what ethtool says of the veth for the fake's.
fake_link()
{
	fake_begin
	fake_device pci pci0000:00/0000:00:1c.0/0000:01:00.0
	fake "$DEVICE/net/eth1/address" 02:00:5e:77:00:01
	fake "$DEVICE/net/eth1/speed" "$1"
	fake "$DEVICE/net/eth1/duplex" "$2"
	wear_fakes
}

situation half-duplex fail:half-duplex
stage_half-duplex() { lab_set_rate eth1 500mbit; lab_start_targets 5201 1; fake_link 1000 half; }

situation narrow-slot fail:pcie-limit --speed 10G
stage_narrow-slot()
{
	lab_set_rate eth1 1.6gbit
	lab_start_targets 5201 8
	fake_begin
	fake_device pci pci0000:00/0000:00:1c.0/0000:01:00.0
	fake_slot "$DEVICE" "2.5 GT/s PCIe" 1 "8.0 GT/s PCIe" 8
	fake_slot "${DEVICE%/*}" "2.5 GT/s PCIe" 1 "2.5 GT/s PCIe" 1
	wear_fakes
}
claim_narrow-slot() { [ "$(evidence lanes)" = 1 ] || echo "the lanes are '$(evidence lanes)'"; }

# fake_slot DEVICE SPEED WIDTH MAX_SPEED MAX_WIDTH
fake_slot()
{
	fake "$1/class" 0x020000
	fake "$1/current_link_speed" "$2"
	fake "$1/current_link_width" "$3"
	fake "$1/max_link_speed" "$4"
	fake "$1/max_link_width" "$5"
}

situation gigabit-behind-usb-2 fail:usb-limit
stage_gigabit-behind-usb-2()
{
	lab_set_rate eth1 300mbit
	lab_start_targets 5201 1
	fake_begin
	fake_device usb platform/usb1/1-1 usb_device
	fake "$DEVICE/speed" 480
	fake "${DEVICE%/*}/speed" 480
	wear_fakes
}

situation crc-errors fail:link-errors
stage_crc-errors()
{
	lab_start_targets 5201 1
	fake_begin
	fake_over sys/devices/virtual/net/eth1/statistics/rx_crc_errors 3
	fake_over sys/devices/virtual/net/eth1/statistics/rx_errors 3
	wear_fakes
}
amid_crc-errors()
{
	local n file
	data_flows
	for n in 10 20 30 40 50; do
		for file in rx_crc_errors rx_errors; do
			echo $n >"$FAKE/over/sys/devices/virtual/net/eth1/statistics/$file"
		done
		sleep 0.5
	done
}

situation slot-with-errors fail:pcie-errors
stage_slot-with-errors()
{
	lab_set_rate eth1 680mbit
	lab_start_targets 5201 1
	fake_begin
	fake_device pci pci0000:00/0000:00:1c.0/0000:01:00.0
	fake "$DEVICE/class" 0x020000
	fake "$DEVICE/aer_dev_correctable" $'RxErr 2\nTOTAL_ERR_COR 2'
	wear_fakes
}
amid_slot-with-errors()
{
	data_flows
	printf 'RxErr 40\nTOTAL_ERR_COR 40\n' >"$FAKE/$DEVICE/aer_dev_correctable"
}
