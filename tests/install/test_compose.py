"""What docker-compose.yml promises. It is read here, not run: that needs a Docker engine."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import services
from tests.install.test_settings_documented import in_env_example

COMPOSE: dict[str, Any] = yaml.safe_load((services.ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = sorted(name for name, one in SERVICES.items() if one.get("image") == "ladders")
DOCKERFILE = (services.ROOT / "Dockerfile").read_text()


def test_these_are_all() -> None:
    assert OURS == ["backup", "beat", "migrate", "web", "worker"]
    assert set(SERVICES) - set(OURS) == {"postgres", "redis"}


@pytest.mark.parametrize("name", SERVICES)
def test_no_container_can_become_more_than_it_is(name: str) -> None:
    one = SERVICES[name]
    assert one["read_only"] is True
    assert one["cap_drop"] == ["ALL"]
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in one and "network_mode" not in one
    assert not any("docker.sock" in volume for volume in one.get("volumes", []))


def test_none_of_ours_runs_as_root_and_none_but_postgresql_begins_so() -> None:
    last = DOCKERFILE.rindex("FROM ")
    assert "\nUSER ladders\n" in DOCKERFILE[last:]
    assert all("user" not in SERVICES[name] and "cap_add" not in SERVICES[name] for name in OURS)
    assert SERVICES["redis"]["user"] == "redis" and "cap_add" not in SERVICES["redis"]
    assert "SYS_ADMIN" not in SERVICES["postgres"]["cap_add"]


def test_redis_keeps_messages_and_evicts_none() -> None:
    command = SERVICES["redis"]["command"].split()
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options == {"--appendonly": "yes", "--maxmemory-policy": "noeviction"}
    assert SERVICES["redis"]["volumes"] == ["redis:/data"]


def test_only_the_web_server_has_a_way_out_and_only_this_machine_a_way_in() -> None:
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert {name: one["networks"] for name, one in SERVICES.items()} == {
        name: ["inside", "outside"] if name == "web" else ["inside"] for name in SERVICES
    }
    ports = {name: one["ports"] for name, one in SERVICES.items() if "ports" in one}
    assert ports == {"web": ["127.0.0.1:${PORT:-8000}:8000"]}


def test_no_secret_stands_in_the_environment() -> None:
    for one in SERVICES.values():
        secrets = {
            name: value
            for name, value in one.get("environment", {}).items()
            if any(word in name for word in ("SECRET", "PASSWORD", "EMAIL_URL"))
        }
        assert all(name.endswith("_FILE") for name in secrets)
        files = {value.removeprefix("/run/secrets/") for value in secrets.values()}
        assert files == set(one.get("secrets", []))
        assert files <= set(COMPOSE["secrets"])
        assert "@" not in one.get("environment", {}).get("REDIS_URL", "")
    assert {Path(secret["file"]).parent.name for secret in COMPOSE["secrets"].values()} == {
        "secrets"
    }


# In .env for a run without containers, and fixed where there are some.
FIXED = {"HOST", "DATA_DIR", "DEBUG", "PORT"}


@pytest.mark.parametrize("name", OURS)
def test_every_setting_of_env_reaches_the_containers(name: str) -> None:
    given = set(SERVICES[name]["environment"])
    given |= {one.removesuffix("_FILE") for one in given}
    # How many processes serve pages is the web server's alone.
    fixed = FIXED if name == "web" else FIXED | {"WEB_CONCURRENCY"}
    assert in_env_example() - fixed - given == set()


@pytest.mark.parametrize("name", sorted({*SERVICES} - {"migrate", "backup"}))
def test_each_that_stays_is_asked_for_its_health(name: str) -> None:
    check = SERVICES[name].get("healthcheck")
    assert "HEALTHCHECK" in DOCKERFILE if check is None else check["test"]
    assert SERVICES[name]["restart"] == "unless-stopped"


def test_logs_are_json_and_do_not_fill_the_disk() -> None:
    for name, one in SERVICES.items():
        assert one["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
        if name in OURS:
            assert one["environment"]["LOG_FORMAT"] == "${LOG_FORMAT:-json}"


def test_backups_and_the_list_of_erasures_lie_apart_from_the_database() -> None:
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql"]
    listed = {name: set(SERVICES[name]["volumes"]) for name in OURS}
    erasures = "erasures:/srv/ladders/erasures"
    assert all(erasures in volumes for volumes in listed.values())
    assert listed["backup"] == {erasures, "backups:/srv/ladders/backups"}
    assert set(COMPOSE["volumes"]) == {"postgres", "redis", "backups", "erasures"}
    file = Path(SERVICES["web"]["environment"]["ERASURES_FILE"])
    assert file.parent == Path("/srv/ladders/erasures")
    for volume in (file.parent, Path("/srv/ladders/backups")):
        assert str(volume) in DOCKERFILE, "else it is root's"


def test_the_image_has_the_programs_of_backup_for_the_postgresql_beside_it() -> None:
    major = SERVICES["postgres"]["image"].split(":")[1].split("-")[0]
    assert f"pginstall{major}/bin/pg_dump" in DOCKERFILE
    assert f"pginstall{major}/bin/pg_restore" in DOCKERFILE


def test_secrets_are_read_from_files(tmp_path: Path) -> None:
    names = [
        "SECRET_KEY",
        "SECRET_KEY_FALLBACKS",
        "DATABASE_URL",
        "REDIS_URL",
        "EMAIL_URL",
        "PGPASSWORD",
    ]
    settings = {"PATH": os.environ["PATH"]}
    for name in names:
        (tmp_path / name).write_text(f"value of {name}, with 'quotes' and $dollars\n")
        settings[f"{name}_FILE"] = str(tmp_path / name)
    done = subprocess.run(
        ["sh", services.ROOT / "docker/entrypoint.sh", "env"],
        env=settings,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for name in names:
        assert f"{name}=value of {name}, with 'quotes' and $dollars\n" in done.stdout


def test_a_secret_whose_file_is_not_there_stops_the_start(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", services.ROOT / "docker/entrypoint.sh", "env"],
        env={"PATH": os.environ["PATH"], "SECRET_KEY_FILE": str(tmp_path / "none")},
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0 and "none" in done.stderr and not done.stdout
