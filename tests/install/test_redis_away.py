"""Redis makes things quick and is needed for nothing: away or hanging, it costs half a second."""

import json
import socket
import time
from collections.abc import Iterator

import pytest
import redis as redis_client

from config.cache import ForgivingRedisCache
from config.celery import app
from ladder import jobs
from tests import services

# Two waits of half a second, and a machine that is busy with other tests.
SECONDS = 4
LIMITS = {"OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}}


@pytest.fixture(params=["refuses", "hangs"])
def absent_redis(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a Redis that is down, or that takes a connection and never answers."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if request.param == "hangs":
            server.listen(20)
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@pytest.fixture(scope="module")
def real_redis() -> Iterator[str]:
    with services.redis() as url:
        yield url


@pytest.mark.parametrize(
    ("use", "answer"),
    [
        (lambda cache: cache.get("a", "nothing"), "nothing"),
        (lambda cache: cache.set("a", 1), None),
        (lambda cache: cache.add("a", 1), True),
        (lambda cache: cache.touch("a"), False),
        (lambda cache: cache.delete("a"), False),
        (lambda cache: "a" in cache, False),
        (lambda cache: cache.get_many(["a"]), {}),
        (lambda cache: cache.set_many({"a": 1}), ["a"]),
        (lambda cache: cache.get_or_set("a", 5), 5),
    ],
)
def test_an_absent_cache_is_an_empty_one(absent_redis, use, answer) -> None:
    before = time.monotonic()
    assert use(ForgivingRedisCache(absent_redis, LIMITS)) == answer
    assert time.monotonic() - before < SECONDS


def test_a_present_cache_keeps(real_redis) -> None:
    cache = ForgivingRedisCache(real_redis, LIMITS)
    cache.set("a", {"b": 1}, 60)
    assert cache.get("a") == {"b": 1}
    assert not cache.add("a", 2)
    cache.set("n", 1)
    assert cache.incr("n") == 2
    assert cache.get_many(["a", "n"]) == {"a": {"b": 1}, "n": 2}
    assert cache.delete("a")
    assert "a" not in cache


def test_a_hint_to_an_absent_broker_is_given_up_soon(absent_redis, settings, caplog) -> None:
    settings.REDIS_URL = absent_redis
    before = time.monotonic()
    jobs._send(1)
    assert time.monotonic() - before < SECONDS
    assert "No broker for ladder 1" in caplog.text


def test_a_hint_to_a_present_broker_arrives_and_expires(real_redis, settings) -> None:
    settings.REDIS_URL = real_redis
    jobs._send(17)
    with redis_client.Redis.from_url(real_redis) as client:
        message = json.loads(client.lpop("celery"))
    assert message["headers"]["task"] == "ladder.tasks.rebuild"
    assert message["headers"]["argsrepr"] == "[17]"
    assert message["headers"]["expires"]


def test_a_message_comes_back_later_than_the_longest_task_may_run() -> None:
    assert app.conf.broker_transport_options["visibility_timeout"] > app.conf.task_time_limit
    assert app.conf.task_acks_late


def test_what_beat_sends_is_known_to_the_workers() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
