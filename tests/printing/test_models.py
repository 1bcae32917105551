"""Print jobs: taken by one process, finished once, heard of."""

import pytest

from armybuilder.jobs import running
from armybuilder.printing.models import PrintJob
from tests.printing.test_jobs import _nothing_kept, bench, job, pdfs

__all__ = ["_nothing_kept", "bench", "job"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_forgotten_job_leaves_nothing(job: PrintJob) -> None:
    running.run(PrintJob, job.pk)
    job.refresh_from_db()
    job.remove()
    assert pdfs() == []
    assert not PrintJob.objects.exists()
