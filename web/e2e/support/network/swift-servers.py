"""
OpenStack Swift with its S3 interface: all of its servers in this process, their data in a folder.
swift-servers.py FOLDER PORT USER SECRET REGION BUCKET, until the input ends.
"""

import eventlet
import eventlet.tpool

eventlet.monkey_patch()

import os
import sys
from array import array

from eventlet import listen, spawn, wsgi
from swift.account.server import AccountController
from swift.common.middleware import tempauth
from swift.common.middleware.s3api import s3api
from swift.common.ring import RingData
from swift.common.swob import Request
from swift.common.utils import Timestamp, set_swift_dir
from swift.container.server import ContainerController
from swift.obj.server import ObjectController
from swift.proxy.server import Application

folder, port, user, secret, region, bucket = sys.argv[1:]
os.makedirs(os.path.join(folder, "disk"), exist_ok=True)
with open(os.path.join(folder, "swift.conf"), "w") as file:
    file.write("[swift-hash]\nswift_hash_path_suffix = of-the-tests\n")
set_swift_dir(folder)
conf = {
    "swift_dir": folder,
    "devices": folder,
    "mount_check": "false",
    "fallocate_reserve": "0",
    "account_autocreate": "true",
}


class Quiet:
    def write(self, _):
        pass


class Cache(dict):
    """In the place of memcached, which sign-in asks first."""

    def set(self, key, value, **_):
        self[key] = value

    def __bool__(self):
        return True


def cached(app):
    cache = Cache()

    def with_cache(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return with_cache


def serve(app, socket):
    spawn(wsgi.server, socket, app, Quiet(), debug=False)


sockets = {kind: listen(("127.0.0.1", 0)) for kind in ("account", "container", "object")}
for kind, socket in sockets.items():
    device = {"id": 0, "zone": 0, "region": 1, "device": "disk", "weight": 1}
    device["ip"], device["port"] = socket.getsockname()
    # One copy of each of two partitions.
    RingData([array("H", [0, 0])], [device], 31).save(os.path.join(folder, kind + ".ring.gz"))
serve(AccountController(conf), sockets["account"])
serve(ContainerController(conf), sockets["container"])
serve(ObjectController(conf), sockets["object"])

proxy = Application(conf)
make_bucket = Request.blank(
    "/v1/AUTH_shelv/" + bucket,
    {"REQUEST_METHOD": "PUT", "swift.authorize": lambda _: None},
    headers={"X-Timestamp": Timestamp.now().internal},
)
print(make_bucket.get_response(proxy).status, flush=True)
signed_in = tempauth.filter_factory(conf, **{"user_shelv_" + user: secret + " .admin"})(proxy)
front = listen(("127.0.0.1", int(port)))
serve(cached(s3api.filter_factory(conf, location=region)(signed_in)), front)
print("listening", flush=True)
# In a thread: the servers run beside it.
eventlet.tpool.execute(sys.stdin.read)
