# SPDX-License-Identifier: GPL-3.0-only
# shellcheck shell=bash
# Real Checkbox for the shell tests: where it is, and a world of its own to run in. Needs tap.sh.

CHECKBOX=$("$top_srcdir/tests/checkbox/setup-venv" --where)

# checkbox_require: skips the whole test where Checkbox is not installed.
checkbox_require()
{
	[ -x "$CHECKBOX/bin/checkbox-cli" ] ||
		tap_skip_all "no Checkbox in $CHECKBOX: run tests/checkbox/setup-venv"
	UNSHARE=(unshare --mount)
	[ "$(id -u)" -eq 0 ] || UNSHARE+=(--map-root-user)
	"${UNSHARE[@]}" true 2>/dev/null || tap_skip_all "this system refuses mount namespaces"
}

# checkbox_version: 1.18.1, 7.3.0, ...
checkbox_version()
{
	"$CHECKBOX/bin/checkbox-cli" --version | sed -n '1s/.* //;1p'
}

# checkbox_make_world DIR: the folders of a world: home, data, cache, tmp, providers.
checkbox_make_world()
{
	mkdir -p "$1"/{home/.config,data,cache,tmp,providers,etc/xdg/autostart}
}

# checkbox_provide DIR: the provider and its program are installed in the world.
checkbox_provide()
{
	mkdir "$1/bin"
	ln -s "$LINERATE" "$1/bin/linerate"
	sed -e "s|@VERSION@|0|" -e "s|@unitsdir@|$top_srcdir/units|" -e "s|@providerbindir@|$1/bin|" \
		-e "s|@providerdatadir@|$top_srcdir/data|" \
		"$top_srcdir/data/linerate.provider.in" >"$1/providers/linerate.provider"
}

# checkbox_configure DIR NAME=VALUE...: what a certification engineer writes for the jobs into the
# configuration of the world; whatever is on standard input goes before it, and all menus are answered.
checkbox_configure()
{
	local file=$1/home/.config/canonical-certification.conf assignment
	shift
	{
		cat
		echo "[environment]"
		for assignment in "$@"; do echo "${assignment%%=*} = ${assignment#*=}"; done
		cat <<-END

			[agent]
			normal_user = root

			[ui]
			type = silent

			[test plan]
			forced = yes

			[test selection]
			forced = yes
		END
	} >"$file"
}

# checkbox_world DIR COMMAND...: runs the command where Checkbox finds an empty system. It keeps
# its sessions and the manifest in /var/tmp whatever HOME is, so that gets a file system of its
# own. DIR/hosts, when there, takes the place of /etc/hosts; DIR/usr-local is laid over /usr/local.
checkbox_world()
{
	local dir=$1
	shift
	# shellcheck disable=SC2016 # expanded by the inner shell
	env -u PROVIDERPATH -u XDG_CONFIG_HOME -u LANGUAGE -u LC_ALL \
		HOME="$dir/home" XDG_DATA_HOME="$dir/data" XDG_CACHE_HOME="$dir/cache" \
		TMPDIR="$dir/tmp" LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 PATH="$CHECKBOX/bin:$PATH" \
		"${UNSHARE[@]}" bash -c '
			set -e
			dir=$1
			shift
			mount -t tmpfs -o mode=1777 tmpfs /var/tmp
			# Without a desktop "checkbox-cli run" of 1.18 ends before it begins.
			[ -d /etc/xdg/autostart ] ||
				mount -t overlay -o "lowerdir=$dir/etc:/etc" overlay /etc
			[ ! -e "$dir/hosts" ] || mount --bind "$dir/hosts" /etc/hosts
			[ ! -e "$dir/usr-local" ] ||
				mount -t overlay -o "lowerdir=$dir/usr-local:/usr/local" overlay /usr/local
			exec "$@"' checkbox-world "$dir" "$@"
}

# checkbox_jobs: from the output of "checkbox-cli list all-jobs", our jobs without the templates.
checkbox_jobs()
{
	sed -n 's/^id: com\.canonical\.contrib:://p' | grep -v interface_slug | sort
}
