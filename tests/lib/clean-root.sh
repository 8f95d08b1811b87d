# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# A system in a folder that has never seen linerate: the essential packages of this machine's release,
# from where this machine's apt takes its own. Sourced; needs mmdebstrap and root.

# clean_root_sources: the lines of apt for the release of this machine, other vendors left out.
clean_root_sources()
{
	local key
	key=$(ls "/usr/share/keyrings/$(. /etc/os-release && echo "$ID")-archive-keyring.gpg" 2>/dev/null)
	# shellcheck disable=SC2016 # the words of apt
	apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
		sort -u | awk -v key="${key:+[signed-by=$key] }" \
		'$1 == "Debian" || $1 == "Ubuntu" { print "deb " key $2, $3, $4 }'
}

# clean_root DIR PACKAGE...: makes the folder, with these packages beside the essential ones.
clean_root()
{
	local root=$1 names
	shift
	names=$(printf ',%s' "$@")
	apt-config dump Acquire | grep -i 'proxy' >"$root.conf"
	# Nothing of it is kept, so nothing of it needs to survive a power cut.
	clean_root_sources | env -u MAKEFLAGS -u MFLAGS mmdebstrap --mode=root --variant=essential \
		--include="${names#,}" --aptopt="$root.conf" --aptopt='Acquire::Retries 2' \
		--aptopt='APT::Install-Recommends false' --dpkgopt=force-unsafe-io \
		"$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" -
}
