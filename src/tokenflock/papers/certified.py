"""What theorems decide of a claim: its configurations, proved in ball arithmetic, as files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenflock.certificates import Certificate, certify
from tokenflock.errors import InputError
from tokenflock.papers.claims import Effort, claim


@dataclass(frozen=True)
class Certified:
    """The certificates of a claim, the theorem of each, and why others were refused."""

    claim: str
    files: tuple[Path, ...]
    theorems: tuple[str, ...]
    refusals: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """How many configurations are certified, and by which theorems."""
        total = len(self.files) + len(self.refusals)
        by = ", ".join(dict.fromkeys(self.theorems))
        count = f"{len(self.files)} of {total} configurations certified"
        return f"{self.claim}: {count}" + (f" ({by})" if by else "")

    def plain(self) -> dict[str, Any]:
        """What was certified as JSON can hold it."""
        return {
            "certificates": [str(file) for file in self.files], "theorems": list(self.theorems),
            "refusals": list(self.refusals),
        }  # fmt: skip


def certified(name: str, folder: Path, *, offset: int = 0) -> Certified:
    """Certify the configurations that a claim names, and save CLAIM-1.json, CLAIM-2.json, ..."""
    stated = claim(name)
    certificates: list[Certificate] = []
    refusals = []
    for field, x in stated.decided(Effort(offset=offset)):
        try:
            certificates.append(certify(field, x))
        except InputError as refusal:
            refusals.append(str(refusal))
    files = tuple(folder / f"{stated.name}-{k + 1}.json" for k in range(len(certificates)))
    _saved(folder, files, certificates)
    theorems = tuple(certificate.theorem for certificate in certificates)
    return Certified(stated.name, files, theorems, tuple(refusals))


def _saved(folder: Path, files: tuple[Path, ...], certificates: list[Certificate]) -> None:
    try:
        if files:
            folder.mkdir(parents=True, exist_ok=True)
        for file, certificate in zip(files, certificates, strict=True):
            certificate.save(file)
    except OSError as error:
        raise InputError(f"`{folder}` cannot be written: {error}.") from None
