"""What somebody writes who takes only the document: the API through a generated client.

`python-client.test.ts` generates the package `curvewell_client` and runs this.
"""

import json
import os
import sys
from io import BytesIO
from uuid import UUID

from curvewell_client import AuthenticatedClient
from curvewell_client.api.identity import identity_me
from curvewell_client.api.runs import runs_comment_run, runs_create, runs_get, runs_list
from curvewell_client.models import CommentBody, Problem, ProblemCode, Run, RunSort, RunStatus, RunsCreateBody, RunsCreateBodyAnalyser
from curvewell_client.types import File

analyser_id, file = sys.argv[1:]
client = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["TOKEN"])


def import_run(key: str) -> Run:
    with open(file, "rb") as content:
        body = RunsCreateBody(
            analyser=RunsCreateBodyAnalyser(id=UUID(analyser_id)),
            files=[File(payload=BytesIO(content.read()), file_name="run.xlsx")],
        )
    answer = runs_create.sync(client=client, body=body, idempotency_key=key)
    if not isinstance(answer, Run):
        raise RuntimeError(answer)
    return answer


me = identity_me.sync(client=client)
before = runs_list.sync(client=client, size=5, sort=RunSort.CREATED, status=RunStatus.RUN_TO_INTERPRET)
made = import_run("a-key")
again = import_run("a-key")
run = runs_get.sync(made.id, client=client)
comments = runs_comment_run.sync(made.id, client=client, body=CommentBody(value="Imported by a program."))
after = runs_list.sync(client=client, size=5)
refused = runs_get.sync(UUID("00000000-0000-4000-8000-000000000000"), client=client)
if not isinstance(refused, Problem) or refused.code is not ProblemCode.NOT_FOUND:
    raise RuntimeError(refused)

print(
    json.dumps(
        {
            "login": me.preferred_username,
            "runsBefore": len(before.list_objects),
            "runsAfter": [str(one.id) for one in after.list_objects],
            "id": str(made.id),
            "again": str(again.id),
            "status": run.status.value,
            "wells": [well.name for analysis in run.analyses for well in analysis.wells.additional_properties.values()],
            "comment": comments[-1].value,
            "refusal": f"{refused.code.value}: {refused.message}",
        }
    )
)
