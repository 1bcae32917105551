"""A printer without a render worker."""

from tests.printing.conftest import printer

__all__ = ["printer"]
