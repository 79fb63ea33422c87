"""Signs one file with Content Credentials. Runs as a child process of a worker: a crash or a hostile file ends this process only.

Reads a request as JSON from standard input, so that the key is in no argument and no environment. Writes the result as JSON.
"""

import json
import resource
import sys

request = json.load(sys.stdin)
limit = request["memoryBytes"]
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

sys.path.insert(0, request["library"])
import c2pa  # noqa: E402


def sign(timestamp_url):
    settings = c2pa.Settings.from_json(json.dumps(request["settings"]))
    info = c2pa.C2paSignerInfo(
        request["algorithm"].encode(),
        request["certificates"].encode(),
        request["key"].encode(),
        timestamp_url.encode() if timestamp_url else None,
    )
    signer = c2pa.Signer.from_info(info)
    builder = c2pa.Builder(json.dumps(request["manifest"]), c2pa.Context(settings))
    with open(request["source"], "rb") as source, open(request["target"], "w+b") as target:
        builder.sign(signer, request["contentType"], source, target)


timestamp_url = request["timestampUrl"]
is_timestamped = timestamp_url is not None
try:
    sign(timestamp_url)
except c2pa.C2paError:
    # A signature without a time stamp is better than none: the service may be down.
    if timestamp_url is None:
        raise
    is_timestamped = False
    sign(None)
json.dump({"isTimestamped": is_timestamped}, sys.stdout)
