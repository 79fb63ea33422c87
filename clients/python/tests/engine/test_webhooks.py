import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from gme_client import MediaEngine, models
from gme_client.webhooks import WebhookVerificationError, verify

from .control import wait_until

Received = list[tuple[bytes, dict[str, str]]]


@contextmanager
def receiver() -> Generator[tuple[str, Received], None, None]:
    received: Received = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            received.append((self.rfile.read(length), dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Prints nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", received
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_webhook_of_the_engine_is_verified(engine: MediaEngine) -> None:
    with receiver() as (url, received):
        webhook = engine.webhooks.create(models.NewWebhook(url=url, events=["job.completed"]))
        job = engine.run(message="a red fox")
        wait_until(lambda: len(received) > 0)
        body, headers = received[0]
        message = verify(body, headers, webhook.secret)
        assert isinstance(message, models.JobCompletedEvent)
        assert message.data.job_id == job.job_id
        assert message.data.output is not None
        assert message.data.output.sha256 == job.output.sha256
        with pytest.raises(WebhookVerificationError):
            verify(body.replace(b"completed", b"canceled"), headers, webhook.secret)

        assert engine.webhooks.test(webhook.webhook_id).webhook_id == webhook.webhook_id
        wait_until(lambda: len(received) > 1)
        assert isinstance(verify(*received[1], webhook.secret), models.TestEvent)
        assert len(list(engine.webhooks.deliveries(webhook.webhook_id))) == 2
        engine.webhooks.delete(webhook.webhook_id)
