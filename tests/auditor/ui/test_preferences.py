from __future__ import annotations

import json
from pathlib import Path

import pytest

from auditor.ui.preferences import DEFAULTS, Preferences, settings_folder


def test_a_setting_is_there_after_a_restart(tmp_path: Path):
    Preferences(tmp_path / "desk.json").set("text_size", 150)
    assert Preferences(tmp_path / "desk.json").get("text_size") == 150


def test_unknown_settings_are_a_mistake(tmp_path: Path):
    with pytest.raises(KeyError):
        Preferences(tmp_path / "desk.json").set("colour", "red")


def test_a_broken_file_is_put_aside_and_said(tmp_path: Path):
    file = tmp_path / "desk.json"
    file.write_text('{"text_size": 1', encoding="utf-8")
    preferences = Preferences(file)
    assert preferences.get("text_size") == DEFAULTS["text_size"]
    assert "cannot be read" in preferences.problem
    assert (tmp_path / "desk.broken").read_text(encoding="utf-8") == '{"text_size": 1'


def test_values_of_another_kind_are_not_taken(tmp_path: Path):
    file = tmp_path / "desk.json"
    file.write_text(json.dumps({"text_size": "large", "motion": False, "strange": 1}), encoding="utf-8")
    preferences = Preferences(file)
    assert preferences.get("text_size") == 100
    assert preferences.get("motion") is False


def test_a_disk_that_takes_nothing_stops_nobody(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    preferences = Preferences(tmp_path / "file" / "desk.json")
    preferences.set("text_size", 120)
    assert preferences.get("text_size") == 120
    assert preferences.problem


def test_the_place_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FIGAUDIT_DESK", str(tmp_path / "mine"))
    assert settings_folder() == tmp_path / "mine"


@pytest.mark.parametrize(
    "said",
    [
        {"theme": "blue"},
        {"text_size": 10**9},
        {"text_size": -5},
        {"reading_size": 0},
        {"pause_reminder": 10**30},
        {"pause_reminder": -1},
    ],
)
def test_values_that_no_setting_can_have_are_not_taken(tmp_path: Path, said: dict[str, object]):
    file = tmp_path / "desk.json"
    file.write_text(json.dumps(said), encoding="utf-8")
    (name,) = said
    assert Preferences(file).get(name) == DEFAULTS[name]


def test_a_file_without_end_is_put_aside(tmp_path: Path):
    file = tmp_path / "desk.json"
    file.write_text("[" * 100_000, encoding="utf-8")
    assert Preferences(file).problem


def test_two_windows_keep_each_others_settings(tmp_path: Path):
    one, other = Preferences(tmp_path / "desk.json"), Preferences(tmp_path / "desk.json")
    one.set("auditors", {"/first": "Ada"})
    one.set("theme", "dark")
    other.set("auditors", {"/second": "Ben"})
    other.set("text_size", 120)
    again = Preferences(tmp_path / "desk.json")
    assert again.get("auditors") == {"/first": "Ada", "/second": "Ben"}
    assert (again.get("theme"), again.get("text_size")) == ("dark", 120)


def test_what_was_taken_out_of_a_setting_does_not_come_back_from_the_file(tmp_path: Path):
    file = tmp_path / "desk.json"
    first, second = Preferences(file), Preferences(file)
    first.set("auditors", {"/p/a": "first", "/p/b": "first"})
    second.set("auditors", {"/p/c": "second"})
    first.set("auditors", {"/p/b": "first"})
    assert Preferences(file).get("auditors") == {"/p/b": "first", "/p/c": "second"}
    first.set("auditors", {**first.get("auditors"), "/p/a": "third"})  # put back
    assert Preferences(file).get("auditors") == {"/p/a": "third", "/p/b": "first", "/p/c": "second"}
