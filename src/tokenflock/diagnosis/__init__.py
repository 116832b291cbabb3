"""A model, live or from its files, or arrays: measured, compared with theory, told in sentences."""

from tokenflock.diagnosis.findings import Finding
from tokenflock.diagnosis.front import Diagnosis, diagnose
from tokenflock.diagnosis.initialization import trainability
from tokenflock.diagnosis.thresholds import Thresholds

__all__ = ["Diagnosis", "Finding", "Thresholds", "diagnose", "trainability"]
