#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""Stands in for the certification site: takes submissions on loopback and keeps them in a folder.

Every submission becomes a line of DIR/requests, [host, path, form] in JSON, and its archive a file
beside it. Form is "raw", or the name of the form field that held the archive."""

import argparse
import email.parser
import email.policy
import json
import os
import ssl
from http.server import BaseHTTPRequestHandler, HTTPServer

LONGEST = 64 << 20


def unpack(content_type, data):
    """How the archive was sent, and the archive: as it is, or as a file in a form."""
    if not (content_type or "").startswith("multipart/form-data"):
        return "raw", data
    head = "Content-Type: {}\r\n\r\n".format(content_type).encode("ASCII")
    form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + data)
    part = next(form.iter_parts())
    return part.get_param("name", header="Content-Disposition"), part.get_payload(decode=True)


class Site(BaseHTTPRequestHandler):
    """Answers as the site does: a submission gets the address where its status is shown."""

    folder = None
    count = 0

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "-1"))
        if not 0 <= length <= LONGEST:
            self.send_error(411)
            return
        Site.count += 1
        form, archive = unpack(self.headers.get("Content-Type"), self.rfile.read(length))
        with open(os.path.join(self.folder, "archive-{}".format(Site.count)), "wb") as stream:
            stream.write(archive)
        with open(os.path.join(self.folder, "requests"), "a", encoding="UTF-8") as stream:
            json.dump([self.headers.get("Host"), self.path, form], stream)
            stream.write("\n")
        self.answer({"id": Site.count, "status_url": "/status/{}".format(Site.count)})

    def answer(self, document):
        data = json.dumps(document).encode("UTF-8")
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--certificate", help="certificate with its key: answer by TLS")
    options = parser.parse_args()
    Site.folder = options.folder
    server = HTTPServer(("127.0.0.1", options.port), Site)
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
