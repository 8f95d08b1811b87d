/* SPDX-License-Identifier: GPL-3.0-only */
#include "stack.h"

#include "classify.h"
#include "nic.h"

/* A VLAN on a bond on cards is three; more than this is a loop of names. */
#define MAX_DEPTH 8

typedef struct {
	GHashTable *by_name;
	GHashTable *by_ifindex;
	GHashTable *members; /* name of a master: GPtrArray of LrNic */
} Stack;

static void stack_clear(Stack *stack)
{
	g_hash_table_unref(stack->by_name);
	g_hash_table_unref(stack->by_ifindex);
	g_hash_table_unref(stack->members);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Stack, stack_clear)

static void add_member(GHashTable *members, LrNic *nic)
{
	GPtrArray *list = g_hash_table_lookup(members, nic->master);

	if (list == NULL) {
		list = g_ptr_array_new();
		g_hash_table_insert(members, nic->master, list);
	}
	g_ptr_array_add(list, nic);
}

static void stack_init(Stack *stack, const GPtrArray *nics)
{
	stack->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	stack->by_ifindex = g_hash_table_new(NULL, NULL);
	stack->members = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
					       (GDestroyNotify)g_ptr_array_unref);
	for (guint i = 0; i < nics->len; i++) {
		LrNic *nic = g_ptr_array_index(nics, i);

		g_hash_table_insert(stack->by_name, nic->ifname, nic);
		if (nic->ifindex != 0)
			g_hash_table_insert(stack->by_ifindex, GUINT_TO_POINTER(nic->ifindex), nic);
		if (nic->master != NULL)
			add_member(stack->members, nic);
	}
}

/* The Azure and Hyper-V pair: a virtual function with the MAC address of the netvsc interface that
 * uses it, before the kernel has joined them. */
static void pair_netvsc(Stack *stack, const GPtrArray *nics)
{
	g_autoptr(GHashTable) netvsc = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < nics->len; i++) {
		LrNic *nic = g_ptr_array_index(nics, i);

		if (g_strcmp0(nic->bus, "vmbus") == 0 && nic->mac != NULL)
			g_hash_table_insert(netvsc, nic->mac, nic);
	}
	if (g_hash_table_size(netvsc) == 0)
		return;
	for (guint i = 0; i < nics->len; i++) {
		LrNic *nic = g_ptr_array_index(nics, i);
		LrNic *upper = nic->mac != NULL ? g_hash_table_lookup(netvsc, nic->mac) : NULL;

		if (upper == NULL || upper == nic || nic->master != NULL ||
		    g_strcmp0(nic->bus, "pci") != 0)
			continue;
		nic->master = g_strdup(upper->ifname);
		add_member(stack->members, nic);
	}
}

static bool stands_on_lower(const LrNic *nic)
{
	static const char *const kinds[] = { "vlan",   "macvlan", "macvtap",  "ipvlan",
					     "ipvtap", "macsec",  "dsa-port", NULL };

	return nic->lower_ifindex != 0 && g_strv_contains(kinds, nic->kind);
}

static void resolve_lower(const Stack *stack, LrNic *nic)
{
	const LrNic *lower;

	if (!stands_on_lower(nic))
		return;
	lower = g_hash_table_lookup(stack->by_ifindex, GUINT_TO_POINTER(nic->lower_ifindex));
	if (lower != NULL && lower != nic)
		lr_nic_set(&nic->lower, lower->ifname);
}

static uint32_t carried_mbps(const LrNic *nic)
{
	if (nic->link_mbps == 0 || nic->below_mbps == 0)
		return MAX(nic->link_mbps, nic->below_mbps);
	return MIN(nic->link_mbps, nic->below_mbps);
}

/* The modes "active-backup" and "broadcast" carry the data once over one member or over all; the
 * others spread it. The kernel tells of each member whether it carries traffic. */
static void limit_bond(LrNic *bond, const GPtrArray *members)
{
	const char *mode = bond->bond_mode != NULL ? bond->bond_mode : "unknown mode";
	bool is_broadcast = g_str_equal(mode, "broadcast");
	g_autoptr(GString) names = g_string_new(NULL);
	guint n_active = 0;

	for (guint i = 0; i < members->len; i++) {
		const LrNic *member = g_ptr_array_index(members, i);
		uint32_t mbps = carried_mbps(member);

		if (member->bond_active == LR_NO || member->carrier == LR_NO)
			continue;
		g_string_append_printf(names, "%s%s", n_active > 0 ? ", " : "", member->ifname);
		if (is_broadcast && n_active > 0)
			bond->below_mbps = MIN(bond->below_mbps, mbps);
		else
			bond->below_mbps += mbps;
		n_active++;
	}
	g_free(bond->below_note);
	bond->below_note = n_active == 0 ? g_strdup_printf("%s, no active member", mode)
					 : g_strdup_printf("%s, active: %s", mode, names->str);
}

/* What is below first, so that a VLAN on a bond knows the bond's limit. */
static void limit(const Stack *stack, LrNic *nic, GHashTable *done, guint depth)
{
	GPtrArray *members = g_hash_table_lookup(stack->members, nic->ifname);

	if (depth > MAX_DEPTH || !g_hash_table_add(done, nic))
		return;
	if ((nic->bond_mode != NULL || g_str_equal(nic->kind, "bond")) && members != NULL) {
		for (guint i = 0; i < members->len; i++)
			limit(stack, g_ptr_array_index(members, i), done, depth + 1);
		limit_bond(nic, members);
	} else if (nic->lower != NULL && stands_on_lower(nic)) {
		LrNic *lower = g_hash_table_lookup(stack->by_name, nic->lower);

		limit(stack, lower, done, depth + 1);
		nic->below_mbps = carried_mbps(lower);
		g_free(nic->below_note);
		nic->below_note = g_strdup_printf(g_str_equal(nic->kind, "dsa-port")
							  ? "all ports of the switch share %s"
							  : "stands on %s",
						  lower->ifname);
	}
}

void lr_stack_resolve(GPtrArray *nics)
{
	g_auto(Stack) stack;
	g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);

	stack_init(&stack, nics);
	pair_netvsc(&stack, nics);
	for (guint i = 0; i < nics->len; i++) {
		LrNic *nic = g_ptr_array_index(nics, i);

		if (nic->master != NULL)
			lr_classify_member(nic, g_hash_table_lookup(stack.by_name, nic->master));
		resolve_lower(&stack, nic);
	}
	for (guint i = 0; i < nics->len; i++)
		limit(&stack, g_ptr_array_index(nics, i), done, 0);
}
