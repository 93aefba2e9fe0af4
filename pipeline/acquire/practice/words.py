"""Short invented words and names for labels inside figures."""

from __future__ import annotations

from pipeline.acquire.practice.canvas import Rng, chance, pick

NOUNS = (
    "brindle", "quell", "lumen", "tarn", "pebble", "moss", "whisk", "ember", "drift", "kelp",
    "gloam", "thimble", "sprocket", "willow", "marl", "fathom", "plume", "tassel", "cobble", "nettle",
)  # fmt: skip
QUANTITIES = (
    "Accuracy", "Loss", "Quell rate", "Yield", "Drift", "Intensity", "Voltage", "Score", "Temperature",
    "Error", "Recall", "Counts", "Flux", "Stress", "Absorbance", "Growth", "Runtime", "Gain", "Density",
)  # fmt: skip
ABSCISSAE = (
    "Time", "Epoch", "Training steps", "Depth", "Wavelength", "Frequency", "Dose", "Distance", "Angle",
    "Energy", "Number of pebbles", "Concentration", "Strain", "Layer", "Cycle", "Sample size", "Rank",
)  # fmt: skip
UNITS = ("s", "min", "mm", "µm", "kHz", "mV", "%", "K", "°C", "a.u.", "nm", "mg/L", "kPa", "×10³", "J", "dB")
STEPS = (
    "Input", "Encoder", "Decoder", "Filter", "Merge", "Attention", "Pooling", "Embedding", "Sampler", "Loss",
    "Sieve", "Mixer", "Controller", "Sensor", "Memory", "Ranker", "Classifier", "Pump", "Detector", "Buffer",
    "Queue", "Parser", "Planner", "Reward", "Policy", "Feature map", "Add & norm", "Feed forward", "Output",
)  # fmt: skip
ACTIONS = (
    "Collect samples", "Remove duplicates", "Is it ripe?", "Weigh again", "Train model", "Ask a reader",
    "Rinse twice", "Discard", "Accept", "Label by hand", "Fit curve", "Compare", "Check range", "Stir gently",
    "Split data", "Start", "Stop", "Enough left?", "Record value", "Send report", "Cool down", "Repeat",
)  # fmt: skip
METHODS = (
    "Ours",
    "Baseline",
    "MossNet",
    "Quell-S",
    "Quell-L",
    "No filter",
    "Random",
    "Full",
    "Control",
    "Tarn-2",
)
MENU = ("File", "Edit", "View", "Insert", "Tools", "Window", "Help", "Format", "Data", "Run")
BUTTONS = ("OK", "Cancel", "Apply", "Search", "Save", "Next", "Back", "Send", "Reset", "Open")


def noun(rng: Rng) -> str:
    """An invented noun."""
    return pick(rng, NOUNS)


def quantity(rng: Rng, names: tuple[str, ...] = QUANTITIES) -> str:
    """An axis title, often with a unit."""
    name = pick(rng, names)
    if chance(rng, 0.55):
        unit = pick(rng, UNITS)
        return pick(rng, (f"{name} ({unit})", f"{name} [{unit}]", f"{name} / {unit}"))
    return name


def series(rng: Rng) -> str:
    """The name of a curve or group."""
    if chance(rng, 0.5):
        return pick(rng, METHODS)
    return pick(rng, (f"{noun(rng)} {rng.integers(1, 9)}", noun(rng).capitalize(), f"n = {rng.integers(2, 90)}"))


def phrase(rng: Rng, count: int) -> str:
    """Some invented words in a row."""
    return " ".join(noun(rng) for _ in range(count))
