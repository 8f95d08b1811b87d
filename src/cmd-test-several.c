/* SPDX-License-Identifier: GPL-3.0-only */
/* `linerate test` of several interfaces at once: shares cores and ports out, runs one test for
 * each, and reports them together. */
#include "config.h"

#include "command.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "hwloc-cores.h"
#include "options.h"
#include "parallel.h"
#include "plan.h"
#include "report-html.h"
#include "report-json.h"
#include "report-text.h"
#include "share.h"
#include "stop-signals.h"
#include "text-together.h"
#include "udev-nics.h"
#include "whole-file.h"

/* A command line taken apart: what is for this command, and what every test is given. */
typedef struct {
	char *interfaces; /* comma list; NULL for all */
	char *json_path, *html_path; /* NULL for none */
	GPtrArray *options; /* of char *: for the tests */
	GPtrArray *
		target_options; /* of char *: where the targets are; each test gets its own ports */
} Line;

static void line_clear(Line *line)
{
	g_free(line->interfaces);
	g_free(line->json_path);
	g_free(line->html_path);
	g_ptr_array_unref(line->options);
	g_ptr_array_unref(line->target_options);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Line, line_clear)

/* The value of "--name=value" or "--name value" at *i, which is moved on; NULL when another option
 * stands there. Owned by the caller. */
static char *take_value(char **argv, int *i, const char *name)
{
	size_t length = strlen(name);

	if (strncmp(argv[*i], name, length) != 0)
		return NULL;
	if (argv[*i][length] == '=')
		return g_strdup(argv[*i] + length + 1);
	if (argv[*i][length] == '\0' && argv[*i + 1] != NULL)
		return g_strdup(argv[++*i]);
	return NULL;
}

static void split_line(char **argv, Line *line)
{
	line->options = g_ptr_array_new_with_free_func(g_free);
	line->target_options = g_ptr_array_new_with_free_func(g_free);
	for (int i = 1; argv[i] != NULL; i++) {
		char *value;

		if (g_str_equal(argv[i], "--all"))
			continue;
		if ((value = take_value(argv, &i, "--parallel-interfaces")) != NULL)
			line->interfaces = value;
		else if ((value = take_value(argv, &i, "--json")) != NULL)
			line->json_path = value;
		else if ((value = take_value(argv, &i, "--html")) != NULL)
			line->html_path = value;
		else if ((value = take_value(argv, &i, "--target")) != NULL)
			g_ptr_array_add(line->target_options,
					g_strdup_printf("--target=%s", value));
		else if ((value = take_value(argv, &i, "--port")) != NULL)
			g_ptr_array_add(line->target_options, g_strdup_printf("--port=%s", value));
		else
			g_ptr_array_add(line->options, g_strdup(argv[i]));
	}
}

static void add_test(GPtrArray *tests, const char *ifname)
{
	for (guint i = 0; i < tests->len; i++) {
		if (g_str_equal(((LrParallelTest *)tests->pdata[i])->ifname, ifname))
			return;
	}
	g_ptr_array_add(tests, lr_parallel_test_new(ifname));
}

/* What the options mean for one interface; NULL without an error after --help. */
static LrRequest *make_request(const Line *line, const char *ifname, GError **error)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new();

	g_ptr_array_add(argv, (char *)"test");
	g_ptr_array_extend(argv, line->target_options, NULL, NULL);
	g_ptr_array_extend(argv, line->options, NULL, NULL);
	g_ptr_array_add(argv, (char *)"--");
	g_ptr_array_add(argv, (char *)ifname);
	g_ptr_array_add(argv, NULL);
	return lr_options_parse((int)argv->len - 1, (char **)argv->pdata, NULL, NULL, error);
}

/* Every interface that can be tested and is not known to lack a cable. */
static bool add_all(const Line *line, GPtrArray *tests, GError **error)
{
	/* For the virtual ones that somebody wants; that needs some name. */
	g_autoptr(LrRequest) request = make_request(line, "lo", error);
	g_autoptr(GPtrArray) nics = NULL;

	if (request == NULL)
		return false;
	nics = lr_udev_nics_list((const char *const *)request->allow_virtual, error);
	if (nics == NULL)
		return false;
	for (guint i = 0; i < nics->len; i++) {
		const LrNic *nic = nics->pdata[i];

		if (!nic->testable)
			continue;
		if (nic->carrier == LR_NO)
			g_printerr("%s is left out: it has no link\n", nic->ifname);
		else
			add_test(tests, nic->ifname);
	}
	if (tests->len == 0)
		g_set_error(error, LR_ERROR, LR_ERROR_NOT_FOUND,
			    "no interface can be tested: 'linerate devices' tells why");
	return tests->len > 0;
}

/* NULL without an error after --help. */
static GPtrArray *make_tests(const Line *line, GError **error)
{
	g_autoptr(GPtrArray) tests =
		g_ptr_array_new_with_free_func((GDestroyNotify)lr_parallel_test_free);
	g_auto(GStrv) names =
		line->interfaces != NULL ? g_strsplit(line->interfaces, ",", -1) : NULL;

	if (names == NULL)
		return add_all(line, tests, error) ? g_steal_pointer(&tests) : NULL;
	for (size_t i = 0; names[i] != NULL; i++) {
		if (g_strstrip(names[i])[0] != '\0')
			add_test(tests, names[i]);
	}
	if (tests->len == 0) {
		g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
			    "--parallel-interfaces: name the interfaces, as in eth0,eth1");
		return NULL;
	}
	return g_steal_pointer(&tests);
}

/* What is known of an interface before the cores are shared out. */
typedef struct {
	LrRequest *request;
	LrNic *nic;
	LrCores *cores;
} Survey;

static void survey_free(Survey *survey)
{
	lr_request_free(survey->request);
	lr_nic_free(survey->nic);
	lr_cores_free(survey->cores);
	g_free(survey);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Survey, survey_free)

/* NULL without an error after --help. */
static Survey *make_survey(const Line *line, const char *ifname, GError **error)
{
	g_autoptr(Survey) survey = g_new0(Survey, 1);

	survey->request = make_request(line, ifname, error);
	if (survey->request == NULL)
		return NULL;
	survey->nic =
		lr_udev_nics_get(ifname, (const char *const *)survey->request->allow_virtual, NULL);
	/* Its own test will say that there is no such interface. */
	if (survey->nic == NULL)
		survey->nic = lr_nic_new(ifname);
	survey->cores = lr_hwloc_cores_load(survey->nic, error);
	return survey->cores != NULL ? g_steal_pointer(&survey) : NULL;
}

static GPtrArray *make_surveys(const Line *line, const GPtrArray *tests, GError **error)
{
	g_autoptr(GPtrArray) surveys = g_ptr_array_new_with_free_func((GDestroyNotify)survey_free);

	for (guint i = 0; i < tests->len; i++) {
		const LrParallelTest *test = tests->pdata[i];
		Survey *survey = make_survey(line, test->ifname, error);

		if (survey == NULL)
			return NULL;
		g_ptr_array_add(surveys, survey);
	}
	return g_steal_pointer(&surveys);
}

static void share_cores(const GPtrArray *surveys, GPtrArray *tests)
{
	g_autoptr(GPtrArray) placements =
		g_ptr_array_new_with_free_func((GDestroyNotify)lr_placement_free);
	g_autoptr(GPtrArray) shares = NULL;

	for (guint i = 0; i < surveys->len; i++)
		g_ptr_array_add(placements,
				lr_placement_make(((Survey *)surveys->pdata[i])->cores));
	shares = lr_share_make(placements);
	for (guint i = 0; i < tests->len; i++)
		((LrParallelTest *)tests->pdata[i])->pus = g_array_ref(shares->pdata[i]);
}

/* How many ports the test will use with its share of the cores. */
static guint count_ports(const Survey *survey, const GArray *pus)
{
	g_autoptr(LrPlan) plan = NULL;

	for (guint i = 0; i < survey->cores->pus->len; i++) {
		LrPu *pu = &g_array_index(survey->cores->pus, LrPu, i);
		bool mine = false;

		for (guint k = 0; k < pus->len; k++)
			mine = mine || g_array_index(pus, uint32_t, k) == pu->cpu;
		pu->allowed = mine;
	}
	plan = lr_plan_make(survey->nic, survey->cores, survey->request, LR_DEFAULT_PORT);
	return plan->workers->len;
}

/* A port of a target serves one test at a time, so each test gets ports of its own, on every
 * target, since they may all be one host. */
static bool share_ports(const GPtrArray *surveys, GPtrArray *tests, GError **error)
{
	guint n_given = 0;

	for (guint i = 0; i < tests->len; i++) {
		LrParallelTest *test = tests->pdata[i];
		const Survey *survey = surveys->pdata[i];
		g_autoptr(GString) targets = g_string_new(NULL);
		guint n_ports = count_ports(survey, test->pus);

		for (guint k = 0; k < survey->request->targets->len; k++) {
			const LrTarget *target = survey->request->targets->pdata[k];
			bool ipv6 = strchr(target->host, ':') != NULL;
			guint port = target->base_port + n_given;

			if (port + n_ports > 65536) {
				g_set_error(error, LR_ERROR, LR_ERROR_INVALID,
					    "no ports of %s are left for %s: give a lower --port",
					    target->host, test->ifname);
				return false;
			}
			g_string_append_printf(targets, ipv6 ? "%s[%s]:%u" : "%s%s:%u",
					       k > 0 ? "," : "", target->host, port);
		}
		test->targets = g_string_free(g_steal_pointer(&targets), FALSE);
		n_given += n_ports;
	}
	return true;
}

/* "result.json" of eth0 is "result-eth0.json". */
static char *path_of_dup(const char *path, const char *ifname)
{
	const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
	const char *dot = strrchr(name, '.');
	size_t stem = dot != NULL && dot != name ? (size_t)(dot - path) : strlen(path);

	return g_strdup_printf("%.*s-%s%s", (int)stem, path, ifname, path + stem);
}

static bool write_documents(const GPtrArray *results, const char *path, GError **error)
{
	for (guint i = 0; path != NULL && i < results->len; i++) {
		const LrResult *result = results->pdata[i];
		g_autofree char *own = path_of_dup(path, result->nic->ifname);

		if (!lr_report_json_write(result, own, error))
			return false;
	}
	return true;
}

static bool print_reports(const GPtrArray *results, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < results->len; i++) {
		lr_report_text_append(text, results->pdata[i]);
		g_string_append_c(text, '\n');
	}
	lr_text_together_append(text, results);
	return lr_whole_file_write("-", text->str, text->len, error);
}

/* The worst of all. */
static int exit_status(const GPtrArray *results)
{
	int worst = 0;

	for (guint i = 0; i < results->len; i++) {
		const LrResult *result = results->pdata[i];

		worst = MAX(worst, lr_outcome_exit_status(result->verdict->outcome));
	}
	return worst;
}

static int report(const GPtrArray *tests, const Line *line, GError **error)
{
	g_autoptr(GPtrArray) results = g_ptr_array_new();
	bool json, html, text;

	for (guint i = 0; i < tests->len; i++)
		g_ptr_array_add(results, ((LrParallelTest *)tests->pdata[i])->result);
	/* One that fails does not keep the others from being written. */
	json = write_documents(results, line->json_path, error);
	html = line->html_path == NULL ||
	       lr_report_html_write(results, line->html_path, json ? error : NULL);
	text = print_reports(results, json && html ? error : NULL);
	return json && html && text ? exit_status(results) : 2;
}

static bool check_line(const Line *line, GError **error)
{
	if (g_strcmp0(line->json_path, "-") == 0) {
		g_set_error(
			error, LR_ERROR, LR_ERROR_INVALID,
			"--json: several results do not fit into one document: name a file, and "
			"each interface gets one of its own beside it");
		return false;
	}
	return (line->json_path == NULL || lr_whole_file_check(line->json_path, error)) &&
	       (line->html_path == NULL || lr_whole_file_check(line->html_path, error));
}

bool lr_cmd_test_is_several(char **argv)
{
	for (int i = 1; argv[i] != NULL && !g_str_equal(argv[i], "--"); i++) {
		if (g_str_equal(argv[i], "--all") ||
		    g_str_has_prefix(argv[i], "--parallel-interfaces"))
			return true;
	}
	return false;
}

int lr_cmd_test_several(char **argv, GError **error)
{
	g_auto(Line) line = { 0 };
	g_autoptr(GPtrArray) tests = NULL, surveys = NULL;
	int stop_fd;

	split_line(argv, &line);
	if (!check_line(&line, error))
		return 2;
	/* Without an error --help was asked for; main() tells the two apart. */
	if ((tests = make_tests(&line, error)) == NULL ||
	    (surveys = make_surveys(&line, tests, error)) == NULL)
		return 0;
	share_cores(surveys, tests);
	if (!share_ports(surveys, tests, error) || (stop_fd = lr_stop_signals_open(error)) < 0)
		return 2;
	g_ptr_array_add(line.options, NULL);
	lr_parallel_run(tests, (const char *const *)line.options->pdata, stop_fd);
	close(stop_fd);
	return report(tests, &line, error);
}
