"""The shared cache in Redis, which may be away: then nothing is found and nothing is kept.

A page is slower without it and never wrong or missing. What Django keeps elsewhere (sessions) is
not concerned. `settings.CACHES` limits how long an answer is waited for.
"""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class _MayBeAway:
    """A block that ends, with a line in the log, where the server does not answer."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, RedisError):
            logger.warning("The cache is away: %s", type(error).__name__)
            return True
        return False


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, with an absent server taken for an empty one."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        with _MayBeAway():
            return super().get(key, default, version)
        return default

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        with _MayBeAway():
            return super().get_many(keys, version)
        return {}

    def set(self, *args: Any, **kwargs: Any) -> None:
        with _MayBeAway():
            super().set(*args, **kwargs)

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        with _MayBeAway():
            return super().set_many(data, *args, **kwargs)
        return list(data)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        with _MayBeAway():
            return bool(super().add(*args, **kwargs))
        return True

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        with _MayBeAway():
            return bool(super().touch(*args, **kwargs))
        return False

    def delete(self, key: Any, version: int | None = None) -> bool:
        with _MayBeAway():
            return bool(super().delete(key, version))
        return False

    def has_key(self, key: Any, version: int | None = None) -> bool:
        with _MayBeAway():
            return bool(super().has_key(key, version))
        return False

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        with _MayBeAway():
            return int(super().incr(key, delta, version))
        raise ValueError("The key is not in the cache.")
