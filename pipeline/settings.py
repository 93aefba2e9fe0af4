"""The project's settings from figaudit.toml and the environment, checked once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from pipeline.errors import ExpectedError

FILE = "figaudit.toml"


class Settings(BaseSettings):
    """What a project is set to; `FIGAUDIT_<NAME>` in the environment wins over figaudit.toml.

    database: SQLAlchemy URL, a relative SQLite path starts at the project folder.
    accepted_from: the judge meant by a bare `label` or `confidence` in queries and written to releases.
    judges: the judges that `run` asks, in order. dpi: resolution of figure images.
    workers: processes, 0 = all cores. item_seconds: time limit for one item of a stage.
    """

    model_config = SettingsConfigDict(env_prefix="FIGAUDIT_", frozen=True, extra="forbid")

    database: str = "sqlite:///figaudit.sqlite"
    accepted_from: str = "native"
    judges: tuple[str, ...] = ("native",)
    dpi: Annotated[int, Field(ge=72, le=1200)] = 200
    workers: Annotated[int, Field(ge=0, le=256)] = 0
    item_seconds: Annotated[float, Field(gt=0)] = 600.0

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Environment first, then what figaudit.toml says; no .env file, no secrets folder."""
        del settings_cls, dotenv_settings, file_secret_settings
        return env_settings, init_settings


def load_settings(folder: Path) -> Settings:
    """The settings of one project; raises ExpectedError naming the file and the faulty line or key."""
    path = folder / FILE
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ExpectedError(f"{path} is missing; `figaudit init {folder}` makes a project") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExpectedError(f"{path} cannot be read: {error}; mend the line and try again") from error
    try:
        return Settings(**said)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        raise ExpectedError(f"{path} (or a FIGAUDIT_… variable): {faults}") from error


DEFAULT_FILE = """\
# Settings of this Figaudit project; FIGAUDIT_<NAME> in the environment wins.
# database = "sqlite:///figaudit.sqlite"   # a SQLAlchemy URL; relative paths start at this folder
# accepted_from = "native"                 # the judge meant by a bare `label` or `confidence`
# judges = ["native"]                      # the judges that `figaudit run` asks
# dpi = 200                                # resolution of figure images
# workers = 0                              # processes; 0 = one for each core
# item_seconds = 600                       # time limit for one paper or figure
"""
