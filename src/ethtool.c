/* SPDX-License-Identifier: GPL-3.0-only */
#include "ethtool.h"

#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "error.h"
#include "text.h"
#include "units.h"

/* link_mode_masks_nwords is a signed byte, so no kernel can have more. */
#define MAX_MASK_WORDS 127

struct LrEthtool {
	int fd;
};

LrEthtool *lr_ethtool_new(GError **error)
{
	LrEthtool *ethtool;
	/* Any socket will do; a kernel without IPv4 still has local ones. */
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0) {
		lr_error_set_errno(error, errno, "cannot open a socket to ask for link settings");
		return NULL;
	}
	ethtool = g_new0(LrEthtool, 1);
	ethtool->fd = fd;
	return ethtool;
}

void lr_ethtool_free(LrEthtool *ethtool)
{
	if (ethtool == NULL)
		return;
	close(ethtool->fd);
	g_free(ethtool);
}

static bool set_name(struct ifreq *request, const char *ifname)
{
	memset(request, 0, sizeof(*request));
	return g_strlcpy(request->ifr_name, ifname, IFNAMSIZ) < IFNAMSIZ;
}

bool lr_ethtool_ask(const LrEthtool *ethtool, const char *ifname, void *command)
{
	struct ifreq request;

	if (!set_name(&request, ifname))
		return false;
	request.ifr_data = command;
	return ioctl(ethtool->fd, SIOCETHTOOL, &request) == 0;
}

bool lr_ethtool_knows(const LrEthtool *ethtool, const LrNic *nic)
{
	struct ifreq request;
	unsigned int octets[6];

	if (nic->ifindex == 0 || !set_name(&request, nic->ifname) ||
	    ioctl(ethtool->fd, SIOCGIFINDEX, &request) != 0 ||
	    (uint32_t)request.ifr_ifindex != nic->ifindex)
		return false;
	if (nic->mac == NULL || strlen(nic->mac) != 17 ||
	    sscanf(nic->mac, "%2x:%2x:%2x:%2x:%2x:%2x", &octets[0], &octets[1], &octets[2],
		   &octets[3], &octets[4], &octets[5]) != 6)
		return true;
	if (ioctl(ethtool->fd, SIOCGIFHWADDR, &request) != 0)
		return false;
	for (guint i = 0; i < G_N_ELEMENTS(octets); i++) {
		if ((guint8)request.ifr_hwaddr.sa_data[i] != octets[i])
			return false;
	}
	return true;
}

uint32_t lr_ethtool_speed_mbps(int64_t speed)
{
	bool known = speed > 0 && speed != G_MAXUINT16 && (uint64_t)speed <= LR_MAX_RATE_MBPS;

	return known ? (uint32_t)speed : 0;
}

static const char *port_name(uint8_t port)
{
	static const struct {
		uint8_t port;
		const char *name;
	} names[] = { { PORT_TP, "twisted-pair" }, { PORT_AUI, "aui" },
		      { PORT_MII, "mii" },	   { PORT_FIBRE, "fibre" },
		      { PORT_BNC, "bnc" },	   { PORT_DA, "direct-attach" },
		      { PORT_NONE, "none" } };

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (names[i].port == port)
			return names[i].name;
	}
	return port == PORT_OTHER ? "other" : NULL;
}

static char *unknown_modes_dup(const uint32_t *masks, guint n_words, const LrLinkModeNames *names)
{
	g_autoptr(GString) list = g_string_new(NULL);
	g_autofree uint32_t *any = g_new0(uint32_t, n_words);

	for (guint i = 0; i < 3 * n_words; i++)
		any[i % n_words] |= masks[i];
	lr_link_modes_unknown_append(list, any, n_words, names);
	return lr_text_line_dup(list->str);
}

void lr_ethtool_link_translate(const struct ethtool_link_settings *settings, const uint32_t *masks,
			       const LrLinkModeNames *names, LrNic *nic)
{
	guint n_words = (guint)settings->link_mode_masks_nwords;
	const uint32_t *advertised = masks + n_words, *partner = masks + 2 * n_words;

	nic->link_mbps = lr_ethtool_speed_mbps(settings->speed);
	nic->supported_mbps = lr_link_modes_highest_mbps(masks, n_words, names);
	nic->advertised_mbps = lr_link_modes_highest_mbps(advertised, n_words, names);
	nic->partner_mbps = lr_link_modes_highest_mbps(partner, n_words, names);
	/* A mode without a name may be the fastest one; the link shows how fast at least. */
	if (lr_link_modes_has_unknown(advertised, n_words))
		nic->advertised_mbps = MAX(nic->advertised_mbps, nic->link_mbps);
	nic->duplex = settings->duplex == DUPLEX_FULL	? LR_DUPLEX_FULL
		      : settings->duplex == DUPLEX_HALF ? LR_DUPLEX_HALF
							: LR_DUPLEX_UNKNOWN;
	nic->autoneg = settings->autoneg == AUTONEG_ENABLE    ? LR_YES
		       : settings->autoneg == AUTONEG_DISABLE ? LR_NO
							      : LR_UNKNOWN;
	lr_nic_set(&nic->port, port_name(settings->port));
	g_free(nic->unknown_modes);
	nic->unknown_modes = unknown_modes_dup(masks, n_words, names);
}

/* The kernel's own names of the link modes (from Linux 5.7), for bits newer than this program. */
static GPtrArray *read_mode_names(const LrEthtool *ethtool, const char *ifname, guint n_bits)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	g_autofree struct ethtool_gstrings *strings =
		g_malloc0(sizeof(*strings) + (gsize)n_bits * ETH_GSTRING_LEN);
	g_autofree struct ethtool_sset_info *info = g_malloc0(sizeof(*info) + sizeof(uint32_t));

	info->cmd = ETHTOOL_GSSET_INFO;
	info->sset_mask = UINT64_C(1) << ETH_SS_LINK_MODES;
	if (!lr_ethtool_ask(ethtool, ifname, info) || info->sset_mask == 0 || info->data[0] > n_bits)
		return names;
	strings->cmd = ETHTOOL_GSTRINGS;
	strings->string_set = ETH_SS_LINK_MODES;
	strings->len = info->data[0];
	if (!lr_ethtool_ask(ethtool, ifname, strings))
		return names;
	for (guint i = 0; i < strings->len; i++)
		g_ptr_array_add(names, g_strndup((const char *)strings->data + i * ETH_GSTRING_LEN,
						 ETH_GSTRING_LEN));
	return names;
}

static bool any_unknown(const uint32_t *masks, guint n_words)
{
	return lr_link_modes_has_unknown(masks, n_words) ||
	       lr_link_modes_has_unknown(masks + n_words, n_words) ||
	       lr_link_modes_has_unknown(masks + 2 * n_words, n_words);
}

/* The handshake of ETHTOOL_GLINKSETTINGS: asked with no room for bitmaps, the kernel answers with
 * the negative number of words that it wants. */
bool lr_ethtool_link_read(const LrEthtool *ethtool, LrNic *nic)
{
	struct {
		struct ethtool_link_settings settings;
		uint32_t masks[3 * MAX_MASK_WORDS];
	} answer = { .settings = { .cmd = ETHTOOL_GLINKSETTINGS } };
	struct ethtool_link_settings *settings = &answer.settings;
	LrLinkModeNames names = lr_link_modes_no_names;
	g_autoptr(GPtrArray) kernel_names = NULL;

	if (!lr_ethtool_ask(ethtool, nic->ifname, &answer) || settings->link_mode_masks_nwords >= 0)
		return false;
	settings->cmd = ETHTOOL_GLINKSETTINGS;
	settings->link_mode_masks_nwords = (int8_t)-settings->link_mode_masks_nwords;
	if (!lr_ethtool_ask(ethtool, nic->ifname, &answer) || settings->link_mode_masks_nwords <= 0)
		return false;
	if (any_unknown(answer.masks, (guint)settings->link_mode_masks_nwords)) {
		kernel_names = read_mode_names(ethtool, nic->ifname,
					       32 * (guint)settings->link_mode_masks_nwords);
		names.names = (const char *const *)kernel_names->pdata;
		names.n_names = kernel_names->len;
	}
	lr_ethtool_link_translate(settings, answer.masks, &names, nic);
	return true;
}

/* A field of the kernel's driver information; NULL where it is empty or a filler. */
static char *info_text_dup(const char *field, size_t size)
{
	g_autofree char *raw = g_strndup(field, size);
	char *text = lr_text_line_dup(raw);

	if (g_strcmp0(text, "N/A") == 0)
		g_clear_pointer(&text, g_free);
	return text;
}

char *lr_ethtool_driver_read(const LrEthtool *ethtool, LrNic *nic)
{
	struct ethtool_drvinfo info = { .cmd = ETHTOOL_GDRVINFO };

	if (!lr_ethtool_ask(ethtool, nic->ifname, &info))
		return NULL;
	nic->driver_version = info_text_dup(info.version, sizeof(info.version));
	nic->firmware = info_text_dup(info.fw_version, sizeof(info.fw_version));
	return info_text_dup(info.driver, sizeof(info.driver));
}

/* Those that spare a core work for each packet. A veth hands on what was never split, and has its
 * GRO off unless an XDP program runs. */
void lr_ethtool_offloads_read(const LrEthtool *ethtool, LrNic *nic)
{
	static const struct {
		uint32_t command;
		const char *name; /* as the ethtool program calls it */
	} offloads[] = { { ETHTOOL_GTXCSUM, "tx-checksumming" },
			 { ETHTOOL_GTSO, "tcp-segmentation-offload" },
			 { ETHTOOL_GGSO, "generic-segmentation-offload" },
			 { ETHTOOL_GGRO, "generic-receive-offload" } };
	bool veth = g_strcmp0(nic->driver, "veth") == 0;
	g_autoptr(GString) off = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(offloads); i++) {
		struct ethtool_value value = { .cmd = offloads[i].command };

		if ((veth && offloads[i].command == ETHTOOL_GGRO) ||
		    !lr_ethtool_ask(ethtool, nic->ifname, &value) || value.data != 0)
			continue;
		g_string_append_printf(off, "%s%s", off->len > 0 ? ", " : "", offloads[i].name);
	}
	lr_nic_set(&nic->offloads_off, off->len > 0 ? off->str : NULL);
}
