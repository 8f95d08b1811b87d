/* SPDX-License-Identifier: GPL-3.0-only */
/* The least that can be done to move bytes over TCP, as the ceiling of a machine: a receiver that
 * counts, and a sender that writes blocks for some seconds. One process per flow, pinned.
 *
 *     pipe receive FIRST_PORT FLOWS copy|truncate        until killed
 *     pipe send ADDRESS FIRST_PORT FLOWS SECONDS BLOCK_BYTES CONGESTION|-
 *
 * The sender prints "BYTES NS CPU_NS": received bytes, the time from the first byte to the last
 * acknowledgement, and its own CPU time. */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RECEIVE_BYTES (1 << 20)

static void die(const char *what)
{
	fprintf(stderr, "pipe: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void pin(int flow)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)(flow % cpus), &set);
	sched_setaffinity(0, sizeof(set), &set);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static struct sockaddr_in address_of(const char *host, int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };

	if (inet_pton(AF_INET, host, &address.sin_addr) != 1)
		die(host);
	return address;
}

/* Takes one connection after the other and tells each, at its end, how much came. */
static void receive_flow(int port, bool truncate)
{
	struct sockaddr_in address = address_of("0.0.0.0", port);
	int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
	char *buffer = malloc(RECEIVE_BYTES);

	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(listener, (struct sockaddr *)&address, sizeof(address)) != 0 ||
	    listen(listener, 8) != 0)
		die("listen");
	for (;;) {
		int peer = accept(listener, NULL, NULL);
		uint64_t total = 0;
		ssize_t length;

		while ((length = recv(peer, buffer, RECEIVE_BYTES, truncate ? MSG_TRUNC : 0)) > 0)
			total += (uint64_t)length;
		if (send(peer, &total, sizeof(total), MSG_NOSIGNAL) < 0)
			perror("pipe: count");
		close(peer);
	}
}

/* Memory of its own: what was never written to is one page of zeros over and over, which the
 * innermost cache holds. No program that sends data has it so easy. */
static char *make_block(size_t n_bytes)
{
	char *block = malloc(n_bytes);

	for (size_t i = 0; block != NULL && i < n_bytes; i++)
		block[i] = (char)(i * 2654435761U >> 13);
	return block;
}

struct outcome {
	uint64_t bytes;
	int64_t begin_ns, end_ns;
};

static void send_flow(struct sockaddr_in address, int seconds, size_t block_bytes,
		      const char *congestion, struct outcome *outcome)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char *block = make_block(block_bytes);
	int64_t end_ns;

	if (congestion[0] != '-' && setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, congestion,
					       (socklen_t)strlen(congestion)) != 0)
		die(congestion);
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) != 0)
		die("connect");
	outcome->begin_ns = now_ns();
	end_ns = outcome->begin_ns + seconds * INT64_C(1000000000);
	while (now_ns() < end_ns) {
		if (write(fd, block, block_bytes) < 0)
			die("write");
	}
	shutdown(fd, SHUT_WR);
	if (read(fd, &outcome->bytes, sizeof(outcome->bytes)) != sizeof(outcome->bytes))
		die("count");
	outcome->end_ns = now_ns();
}

static void receive(int first_port, int flows, bool truncate)
{
	for (int i = 0; i < flows; i++) {
		if (fork() == 0) {
			pin(i);
			receive_flow(first_port + i, truncate);
		}
	}
	while (wait(NULL) > 0)
		;
}

static void send_all(const char *host, int first_port, int flows, char **rest)
{
	struct outcome *outcomes = mmap(NULL, sizeof(*outcomes) * (size_t)flows,
					PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct outcome sum = { .begin_ns = INT64_MAX };
	struct rusage usage;
	int status;

	for (int i = 0; i < flows; i++) {
		if (fork() == 0) {
			pin(i);
			send_flow(address_of(host, first_port + i), atoi(rest[0]),
				  (size_t)atol(rest[1]), rest[2], &outcomes[i]);
			exit(0);
		}
	}
	while (wait(&status) > 0) {
		if (status != 0)
			exit(1);
	}
	for (int i = 0; i < flows; i++) {
		sum.bytes += outcomes[i].bytes;
		sum.begin_ns =
			outcomes[i].begin_ns < sum.begin_ns ? outcomes[i].begin_ns : sum.begin_ns;
		sum.end_ns = outcomes[i].end_ns > sum.end_ns ? outcomes[i].end_ns : sum.end_ns;
	}
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("%llu %lld %lld\n", (unsigned long long)sum.bytes,
	       (long long)(sum.end_ns - sum.begin_ns),
	       (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000LL +
		       (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000LL);
}

int main(int argc, char **argv)
{
	if (argc == 5 && strcmp(argv[1], "receive") == 0) {
		receive(atoi(argv[2]), atoi(argv[3]), strcmp(argv[4], "truncate") == 0);
	} else if (argc == 8 && strcmp(argv[1], "send") == 0) {
		send_all(argv[2], atoi(argv[3]), atoi(argv[4]), argv + 5);
	} else {
		fprintf(stderr, "usage: see the head of the source\n");
		return 2;
	}
	return 0;
}
